import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splice } from "./splice.ts";
import { toolListEdits } from "./tool-list.ts";
import { createToolView } from "./tool-policy.ts";

const view = createToolView({
  offered: ["kept", "new", "told"],
  overrides: { old: { name: "new" }, told: { description: 'say "grüß\u2028"' } },
})!;

/** The text as clients see it; undefined when it is not JSON. */
function show(text: string): string | undefined {
  const bytes = Buffer.from(text);
  const edits = toolListEdits(bytes, view);
  return edits && splice(bytes, edits).toString();
}

const answer = (tools: string, rest = ""): string => `{"jsonrpc":"2.0","id":1,"result":{"tools":${tools}${rest}}}`;

describe("TF-03 a list of tools", () => {
  test("shows what is offered, under the names and descriptions chosen, and keeps the rest to the byte", () => {
    const text = ` { "result" : { "_meta":{"a":9007199254740993}, "tools" : [
      {"name":"kept","x":1.0,"inputSchema":{"type":"object","a":1e2},"z":"\\u00e9é"},
      {"title":"T","name" : "old","description":"d","annotations":{"name":"old"}},
      {"name":"hidden","description":"kept"},
      {"description":"before","name":"t\\u006fld"}
    ] , "nextCursor" : "" , "ttlMs":0.50 }, "jsonrpc":"2.0", "id":"\\u0031" } `;
    expect(show(text)).toBe(
      ` { "result" : { "_meta":{"a":9007199254740993}, "tools" : [${[
        `{"name":"kept","x":1.0,"inputSchema":{"type":"object","a":1e2},"z":"\\u00e9é"}`,
        `{"title":"T","name" : "new","description":"d","annotations":{"name":"old"}}`,
        `{"description":"say \\"grüß\u2028\\"","name":"t\\u006fld"}`,
      ].join(",")}] , "nextCursor" : "" , "ttlMs":0.50 }, "jsonrpc":"2.0", "id":"\\u0031" } `,
    );
  });

  test("keeps its white space too when no tool is left out", () => {
    expect(show(answer(`[ {"name":"kept"} ,\n {"name":"old"} ]`))).toBe(
      answer(`[ {"name":"kept"} ,\n {"name":"new"} ]`),
    );
  });

  test("gains a description where the server gives none", () => {
    expect(show(answer(`[{"name":"told","x":1}]`))).toBe(
      answer(`[{"name":"told","description":"say \\"grüß\u2028\\"","x":1}]`),
    );
  });

  test.each([
    ["a name given twice", `{"name":"kept","name":"hidden"}`],
    ["a name some readers take for another", `{"name":"kept","Name":"hidden"}`],
    ["a name in disguise", `{"name":"kept","\\u004e\\uff41me":"hidden"}`],
    ["a name that is no text", `{"name":["kept"]}`],
    ["no name", `{"title":"kept"}`],
    ["no tool", `"kept"`],
    ["a description given twice where it is replaced", `{"name":"told","description":"a","description":"b"}`],
    ["a description in another spelling where it is replaced", `{"name":"told","DESCRIPTION":"a"}`],
  ])("leaves out what could be understood in two ways: %s", (_, tool) => {
    expect(show(answer(`[${tool}]`))).toBe(answer("[]"));
  });

  test.each([
    ["given twice", `{"id":1,"result":{"tools":[],"tools":[{"name":"hidden"}]}}`],
    ["in a second result", `{"id":1,"result":{},"result":{"tools":[{"name":"hidden"}]}}`],
    ["in another spelling", `{"id":1,"Result":{"TOOLS":[{"name":"hidden"}]}}`],
    ["with escapes", `{"id":1,"r\\u0065sult":{"\\u0074ools":[{"n\\u0061me":"hidden"}]}}`],
    ["as an object", `{"id":1,"result":{"tools":{"hidden":{"name":"hidden"}}}}`],
    ["in a batch", `[{"id":2,"result":{}},{"id":1,"result":{"tools":[{"name":"hidden"}]}}]`],
    ["after a byte order mark", `\ufeff{"id":1,"result":{"tools":[{"name":"hidden"}]}}`],
  ])("is found %s", (_, text) => {
    expect(show(text)).not.toMatch(/hidden/);
  });

  test("that is not JSON, or nested deeper than anybody should read, is not shown at all", () => {
    expect(show(`{"result":{"tools":[{"name":"hidden"}]}`)).toBeUndefined();
    expect(show(answer(`[{"name":"hidden","x":${"[".repeat(1000)}${"]".repeat(1000)}}]`))).toBeUndefined();
  });
});

test("TF-03 whatever a server lists, clients see only tools on offer, and each of those as the server gave it", () => {
  const tool = fc.record(
    {
      name: fc.constantFrom("kept", "old", "new", "told", "hidden", "KEPT", "kept ", "__proto__"),
      description: fc.string(),
      inputSchema: fc.jsonValue(),
      title: fc.string(),
    },
    { requiredKeys: ["name"] },
  );
  const page = fc.record(
    { tools: fc.array(tool), nextCursor: fc.string(), _meta: fc.jsonValue() },
    { requiredKeys: ["tools"] },
  );
  fc.assert(
    fc.property(page, fc.boolean(), (result, isPretty) => {
      const seen: { result: typeof result } = JSON.parse(
        show(JSON.stringify({ id: 0, result }, null, isPretty ? "\r\n" : 0))!,
      );
      const tools = result.tools.flatMap((given) => {
        const shown = view.shown(given.name);
        if (shown === undefined) return [];
        return [
          { ...given, name: shown.name, ...(shown.description !== undefined && { description: shown.description }) },
        ];
      });
      expect(seen.result).toEqual(JSON.parse(JSON.stringify({ ...result, tools })));
    }),
  );
});

test("TF-03 a message without a list of tools is not touched", () => {
  const value = fc.jsonValue().filter((given) => !/tools/i.test(JSON.stringify(given)));
  fc.assert(
    fc.property(value, (result) => {
      const text = JSON.stringify({ jsonrpc: "2.0", id: 1, result });
      expect(show(text)).toBe(text);
    }),
  );
});
