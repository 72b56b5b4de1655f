import { Registry } from "@toolhaven/contract/registry";
import { describe, expect, test } from "vitest";
import { readRegistry } from "./read-registry.ts";
import { entry, registryText } from "./source-fixture.ts";

const modified = "2026-01-02T03:04:05.000Z";
const read = (text: string) => readRegistry(text, { modified });
const remote = { url: "https://example.com/mcp", description: "Runs somewhere else." };

describe("RG-03 a registry with maps of servers", () => {
  test("gives every server its key as its name and the defaults of what it leaves out", async () => {
    const { registry, leftOut } = await read(
      registryText(
        { notes: { ...entry("notes:1"), name: "other", status: "Active" } },
        { remote_servers: { web: remote } },
      ),
    );
    expect(leftOut).toEqual([]);
    expect(Registry.parse(registry)).toEqual(registry);
    expect(registry).toMatchObject({
      version: "1.2.3",
      last_updated: "2025-10-13T00:18:49Z",
      servers: { notes: { name: "notes", status: "active", tier: "Community", transport: "stdio" } },
      remote_servers: { web: { name: "web", transport: "streamable-http", tools: [] } },
      groups: [],
    });
  });

  test("RG-04 a broken server is left out and named, the others stay", async () => {
    const broken = {
      none: {},
      number: 5,
      list: [],
      port: { ...entry("x"), target_port: 0 },
      tier: { ...entry("x"), tier: "Best" },
    };
    const { registry, leftOut } = await read(
      registryText({ good: entry("x"), ...broken }, { remote_servers: { stdio: { ...remote, transport: "stdio" } } }),
    );
    expect(Object.keys(registry.servers)).toEqual(["good"]);
    expect(leftOut).toEqual([
      `server "none": invalid "image": missing; must be a string`,
      `server "number": invalid input: must be an object`,
      `server "list": invalid input: must be an object`,
      `server "port": invalid "target_port": must be between 1 and 65535`,
      `server "tier": invalid "tier": must be "Official" or "Community"`,
      `server "stdio": invalid "transport": must be "sse" or "streamable-http"`,
    ]);
  });

  test("RG-04 one whose servers are all broken is no registry", async () => {
    const refused = read(registryText({ a: {}, b: {} }));
    await expect(refused).rejects.toMatchObject({ code: "invalid_input" });
    await expect(refused).rejects.toThrow(`none of its servers can be used; server "a": invalid "image"`);
  });

  test("may hold no servers at all, and need not say how old it is", async () => {
    const { registry } = await read(`{"servers":{},"version":7,"last_updated":"yesterday"}`);
    expect(registry).toEqual({ version: "0.0.0", last_updated: modified, servers: {}, remote_servers: {}, groups: [] });
  });

  test("keeps what we do not know, and takes null and empty fields for absent", async () => {
    const novel = { ...entry("x"), provenance: null, repository_url: "", tier: "", novel: { deep: [null] } };
    const { registry } = await read(registryText({ a: novel }, { $schema: "https://example.com/schema.json" }));
    expect(registry).toMatchObject({
      $schema: "https://example.com/schema.json",
      servers: { a: { novel: { deep: [null] } } },
    });
    expect(registry.servers["a"]).not.toHaveProperty("provenance");
    expect(registry.servers["a"]).not.toHaveProperty("repository_url");
  });

  test("maps a name that cannot be a key, which the server keeps beside", async () => {
    const { registry } = await read(
      registryText({ "io.github.me/Notes": entry("x"), "io-github-me-notes": entry("y") }),
    );
    expect(registry.servers).toMatchObject({
      "io-github-me-notes": { image: "y" },
      "io-github-me-notes-2": {
        image: "x",
        name: "io-github-me-notes-2",
        custom_metadata: { name: "io.github.me/Notes" },
      },
    });
  });

  test("has its groups sorted, each with servers of its own, and without broken ones", async () => {
    const group = (name: unknown, servers: object) => ({ name, description: "Belongs together.", servers });
    const groups = [group("z", { a: entry("x"), b: {} }), group("a", {}), group("a", {}), group(5, {}), null];
    const { registry, leftOut } = await read(registryText({}, { groups }));
    expect(registry.groups).toMatchObject([
      { name: "a", servers: {}, remote_servers: {} },
      { name: "z", servers: { a: { name: "a" } }, remote_servers: {} },
    ]);
    expect(leftOut).toEqual([
      `group "z", server "b": invalid "image": missing; must be a string`,
      `group "a": an earlier one has its name`,
      "group 4: it has no usable name",
      "group 5: it has no usable name",
    ]);
  });
});

test.each([
  ["", "it is not valid JSON"],
  ["<html>", "it is not valid JSON"],
  ["null", "it is not a registry"],
  ["5", "it is not a registry"],
  [`"servers"`, "it is not a registry"],
  ["{}", "it is not a registry"],
  [`{"servers":"none"}`, "it is not a registry"],
  [`{"name":"package","version":"1.0.0","dependencies":{}}`, "it is not a registry"],
  ["[5]", "none of its servers can be used"],
  [`{"servers":[{}]}`, `none of its servers can be used; server "#1": it has no name`],
  [`[${"1,".repeat(1e6)}1]`, "it holds more than 1000000 values"],
  [`[${"1,".repeat(5e4)}1]`, "it has more than 50000 servers"],
  [registryText({}, { groups: [{ name: "a", servers: Array(50_001).fill(0) }] }), "it has more than 50000 servers"],
  [registryText({ a: { ...entry("x"), novel: Array(20_001).fill(0) } }), "it holds more than 20000 values"],
  [`[{"name":"a","packages":[],"novel":[${"1,".repeat(20_000)}1]}]`, "it holds more than 20000 values"],
  ["[".repeat(1e6) + "]".repeat(1e6), "it nests more than 64 levels deep"],
  [`{"servers":{"a":`.repeat(33) + "1" + "}}".repeat(33), "it nests more than 64 levels deep"],
])("RG-06 %.60s is refused in words", async (text, line) => {
  const refused = await read(text).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "invalid_input", message: expect.stringContaining(line) });
});

test("brackets in strings are not levels", async () => {
  const text = registryText({ a: { ...entry("x"), description: `${"[{".repeat(100)}\\" ] and \\\\` } });
  expect(Object.keys((await read(text)).registry.servers)).toEqual(["a"]);
});
