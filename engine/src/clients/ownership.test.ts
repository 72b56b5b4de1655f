import { describe, expect, test } from "vitest";
import { createSettings, dataIn, fieldsOf, JSON_KIND, type Kind, YAML_KIND } from "./test-settings.ts";

const serversIn = (kind: Kind, text = ""): Record<string, unknown> =>
  (dataIn(kind, text) as Record<string, Record<string, unknown>>)[kind.topKey] ?? {};

const WITH_FETCH = '{\n  "mcpServers": {\n    "fetch": { "command": "uvx" }, // mine\n    "other": {}\n  }\n}\n';

describe("an entry of the user's with the same name", () => {
  test("CL-10 gives way to ours and comes back byte for byte", () => {
    const settings = createSettings(JSON_KIND, WITH_FETCH);
    settings.want({ fetch: 1 });
    expect(settings.text()).toBe(
      '{\n  "mcpServers": {\n    "fetch": { "url": "http://127.0.0.1:1/sse#fetch", "type": "sse" }, // mine\n    "other": {}\n  }\n}\n',
    );
    settings.want({});
    expect(settings.text()).toBe(WITH_FETCH);
  });

  test("CL-10 comes back also when the application wrote the file anew meanwhile", () => {
    const settings = createSettings(JSON_KIND, WITH_FETCH);
    settings.want({ fetch: 1 });
    settings.write(JSON.stringify({ extra: [1], ...(dataIn(JSON_KIND, settings.text()!) as object) }));
    settings.want({});
    expect(settings.text()).toBe('{"extra":[1],"mcpServers":{"fetch":{ "command": "uvx" },"other":{}}}');
  });

  test("CL-10 comes back in a file that is indented differently now", () => {
    const settings = createSettings(YAML_KIND, "extensions:\n    fetch:\n        cmd: uvx # mine\n        args: [a]\n");
    settings.want({ fetch: 1 });
    settings.write(`extensions:\n  fetch:\n    name: fetch\n    uri: http://127.0.0.1:1/sse#fetch\nother: 1\n`);
    settings.want({});
    expect(settings.text()).toBe("extensions:\n  fetch:\n      cmd: uvx # mine\n      args: [a]\nother: 1\n");
  });

  test("CL-10 comes back as data where its text does not fit in any more", () => {
    const settings = createSettings(YAML_KIND, "extensions: {fetch: {cmd: uvx}}\n");
    settings.want({ fetch: 1 });
    settings.write("extensions:\n  fetch:\n    uri: http://127.0.0.1:1/sse#fetch\n");
    settings.want({});
    expect(settings.text()).toBe("extensions:\n  fetch:\n    cmd: uvx\n");
  });

  test("CL-10 is not restored over what the user has put there since", () => {
    const settings = createSettings(JSON_KIND, WITH_FETCH);
    settings.want({ fetch: 1 });
    settings.write('{"mcpServers":{"fetch":{"url":"https://new.test"}}}');
    settings.want({});
    expect(settings.text()).toBe('{"mcpServers":{"fetch":{"url":"https://new.test"}}}');
  });

  test("CL-10 that an application writes back from memory gives way again", () => {
    const settings = createSettings(JSON_KIND, WITH_FETCH);
    settings.want({ fetch: 1 });
    settings.write(WITH_FETCH);
    settings.want({ fetch: 1 });
    expect(serversIn(JSON_KIND, settings.text())["fetch"]).toEqual(fieldsOf(JSON_KIND, "fetch", 1));
    settings.want({});
    expect(settings.text()).toBe(WITH_FETCH);
  });
});

describe("what is added to an entry of ours", () => {
  const added =
    '{\n  "mcpServers": {\n    "fetch": {\n      "url": "http://127.0.0.1:1/sse#fetch", "type": "sse",\n      "alwaysAllow": ["get"] // trusted\n    }\n  }\n}\n';

  test("CL-10 stays while the address changes", () => {
    const settings = createSettings(JSON_KIND, "{}");
    settings.want({ fetch: 1 });
    settings.write(added);
    settings.want({ fetch: 2 });
    expect(settings.text()).toBe(added.replace(":1/", ":2/"));
  });

  test("CL-10 outlives a stop of the workload", () => {
    const settings = createSettings(JSON_KIND, "{}");
    settings.want({ fetch: 1 });
    settings.write(added);
    expect(settings.want({})).toEqual([{ entry: "fetch", what: "additions kept" }]);
    expect(settings.text()).toBe("{}\n");
    settings.want({ fetch: 2 });
    expect(serversIn(JSON_KIND, settings.text())).toEqual({
      fetch: { ...fieldsOf(JSON_KIND, "fetch", 2), alwaysAllow: ["get"] },
    });
  });

  test("CL-10 a switch the user turned outlives a stop, too", () => {
    const settings = createSettings(YAML_KIND, "");
    settings.want({ fetch: 1 });
    settings.write(settings.text()!.replace("enabled: true", "enabled: false"));
    settings.want({});
    settings.want({ fetch: 2 });
    expect(serversIn(YAML_KIND, settings.text())).toEqual({
      fetch: { ...fieldsOf(YAML_KIND, "fetch", 2), enabled: false },
    });
  });

  test("CL-10 is not handed on to another workload of the same name: approvals are not for strangers", () => {
    const settings = createSettings(JSON_KIND, "{}");
    settings.want({ fetch: 1 });
    settings.write(added);
    settings.want({});
    settings.want({ fetch: 1 }, { createdAt: "later" });
    expect(serversIn(JSON_KIND, settings.text())).toEqual({ fetch: fieldsOf(JSON_KIND, "fetch", 1) });
  });

  test("CL-10 a switch the user turned stays turned until he registers again", () => {
    const settings = createSettings(YAML_KIND, "a: 1\n");
    settings.want({ fetch: 1 });
    settings.write(settings.text()!.replace("enabled: true", "enabled: false # for now"));
    settings.want({ fetch: 2 });
    expect(settings.text()).toContain("enabled: false # for now");
    expect(settings.text()).toContain("127.0.0.1:2");
    settings.want({ fetch: 2 }, { isForced: true });
    expect(settings.text()).toContain("enabled: true # for now");
  });

  test("CL-11 a field of ours that was taken out is put back when the address changes", () => {
    for (const kind of [JSON_KIND, YAML_KIND]) {
      const settings = createSettings(kind, "");
      settings.want({ fetch: 1 });
      settings.write(settings.text()!.replace(kind === JSON_KIND ? ',\n      "type": "sse"' : "    type: sse\n", ""));
      settings.want({ fetch: 2 }, { isForced: true });
      expect(serversIn(kind, settings.text())).toEqual({ fetch: fieldsOf(kind, "fetch", 2) });
    }
  });
});

describe("an entry of ours that points elsewhere by hand", () => {
  const moved = '{"mcpServers":{"fetch":{"url":"http://nas.local:9/mcp"}}}';

  test("CL-10 is the user's: no comparison changes it and no removal takes it", () => {
    const settings = createSettings(JSON_KIND, "{}");
    settings.want({ fetch: 1 });
    settings.write(moved);
    expect(settings.want({ fetch: 2 })).toEqual([{ entry: "fetch", what: "changed by hand, left alone" }]);
    settings.want({});
    expect(settings.text()).toBe(moved);
  });

  test("CL-03 is ours again after registering again, and comes back when that ends", () => {
    const settings = createSettings(JSON_KIND, "{}");
    settings.want({ fetch: 1 });
    settings.write(moved);
    settings.want({ fetch: 2 }, { isForced: true });
    expect(serversIn(JSON_KIND, settings.text())).toEqual({ fetch: fieldsOf(JSON_KIND, "fetch", 2) });
    settings.want({});
    expect(settings.text()).toBe(moved);
  });

  test("CL-11 with an address we wrote before, an application wrote what it had read then: that is mended", () => {
    const settings = createSettings(JSON_KIND, "{}");
    settings.want({ fetch: 1 });
    const old = settings.text()!;
    settings.want({ fetch: 2 });
    settings.write(old);
    settings.want({ fetch: 2 });
    expect(settings.text()).toContain("127.0.0.1:2");
    settings.want({});
    expect(settings.text()).toBe("{}");
  });
});

describe("what others changed in between", () => {
  test("CL-04 stays, and only our entries go", () => {
    const settings = createSettings(JSON_KIND, '{\n  "theme": "dark"\n}\n');
    settings.want({ fetch: 1, memory: 2 });
    const theirs = settings
      .text()!
      .replace('"dark"', '"light"')
      .replace(/\n {4}\}\n {2}\}/, '\n    },\n    "new": {} // n\n  }');
    settings.write(theirs);
    settings.want({});
    expect(settings.text()).toBe('{\n  "theme": "light",\n  "mcpServers": {\n    "new": {} // n\n  }\n}\n');
  });

  test("CL-04 an entry taken out by hand is back while its workload is there", () => {
    const settings = createSettings(JSON_KIND, "{}");
    settings.want({ fetch: 1 });
    settings.write('{"mcpServers":{}}');
    settings.want({ fetch: 1 });
    expect(serversIn(JSON_KIND, settings.text())).toEqual({ fetch: fieldsOf(JSON_KIND, "fetch", 1) });
    settings.want({});
    expect(settings.text()).toBe("{}");
  });

  test("CL-04 comments put into the place we made keep it", () => {
    const settings = createSettings(JSON_KIND, "{}");
    settings.want({ fetch: 1 });
    settings.write(settings.text()!.replace('"mcpServers": {', '"mcpServers": { // servers'));
    settings.want({});
    expect(settings.text()).toBe('{\n  "mcpServers": { // servers\n  }\n}');
  });

  test("CL-04 a reformatted file stays reformatted", () => {
    const settings = createSettings(YAML_KIND, "# top\nextensions: {}\nb: 1\n");
    settings.want({ fetch: 1 });
    settings.write(
      "b: 1\nextensions:\n  dev: {}\n  fetch:\n    uri: http://127.0.0.1:1/sse#fetch\n    bundled: null\n",
    );
    settings.want({});
    expect(settings.text()).toBe("b: 1\nextensions:\n  dev: {}\n");
  });

  test("CL-04 a map of the user's that only ours were left in stays a map", () => {
    const settings = createSettings(YAML_KIND, "extensions:\n  dev: {}\nb: 1\n");
    settings.want({ fetch: 1 });
    settings.write(settings.text()!.replace("  dev: {}\n", ""));
    settings.want({});
    expect(settings.text()).toBe("extensions: {}\nb: 1\n");
  });
});

describe("a record without its edit, or the other way round", () => {
  test.each([JSON_KIND, YAML_KIND])("CL-08 in $syntax ends as if nothing had happened", (kind) => {
    const starts = ["", kind === JSON_KIND ? "{}" : "extensions: {}\n", undefined];
    for (const start of starts) {
      for (const crash of ["crashBeforeWriting", "crashAfterWriting"] as const) {
        const settings = createSettings(kind, start);
        settings[crash]({ fetch: 1 });
        settings[crash]({ fetch: 2, memory: 3 });
        settings.want({ fetch: 4 });
        settings[crash]({});
        settings.want({});
        expect(settings.text()).toBe(start);
      }
    }
  });

  test("CL-08 a place somebody else made after the crash is not taken away", () => {
    const settings = createSettings(JSON_KIND, undefined);
    settings.crashBeforeWriting({ fetch: 1 });
    settings.write('{ "mcpServers": { "mine": {} } }');
    settings.want({ fetch: 1 });
    settings.want({});
    expect(settings.text()).toBe('{ "mcpServers": { "mine": {} } }');
  });

  test("CL-08 additions survive a crash on their way in and out", () => {
    const settings = createSettings(JSON_KIND, "{}");
    settings.want({ fetch: 1 });
    settings.write(settings.text()!.replace('"type": "sse"', '"type": "sse", "disabled": true'));
    settings.crashAfterWriting({});
    settings.crashBeforeWriting({ fetch: 1 });
    settings.want({ fetch: 1 });
    expect(serversIn(JSON_KIND, settings.text())).toMatchObject({ fetch: { disabled: true } });
  });
});
