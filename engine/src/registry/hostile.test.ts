import { AppError } from "@toolhaven/contract/errors";
import { Registry } from "@toolhaven/contract/registry";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createCatalogue } from "./catalogue.ts";
import { type ReadRegistry, readRegistry } from "./read-registry.ts";
import { entry, registryText } from "./source-fixture.ts";

const options = { modified: "2026-01-02T03:04:05.000Z" };

/** Reads a text as everything here does: a registry that fits the contract and can be sent, or one line. */
async function readAnything(text: string): Promise<ReadRegistry | undefined> {
  const read = await readRegistry(text, options).catch(refusalOf);
  if (!read) return undefined;
  const { registry, list } = createCatalogue(read.registry);
  expect(Registry.parse(registry)).toEqual(registry);
  expect(JSON.parse(JSON.stringify({ registry, list }))).toBeTypeOf("object");
  for (const line of read.leftOut) expect(line).not.toMatch(SEVERAL_LINES);
  return read;
}

const SEVERAL_LINES = /[\p{Cc}\u2028\u2029]/u;

function refusalOf(error: unknown): undefined {
  if (error instanceof AppError && error.code === "invalid_input" && !SEVERAL_LINES.test(error.message))
    return undefined;
  throw error;
}

/** Values of every kind, with the field names and values that mean something somewhere. */
const FIELDS = `servers remote_servers groups data server name packages remotes image url transport type tools tags args
  env_vars headers permissions network outbound description status tier version version_detail last_updated metadata
  custom_metadata _meta variables value default identifier registryType registry_type packageArguments target_port
  environment_variables io.modelcontextprotocol.registry/official isLatest x-publisher provenance __proto__ constructor
  toString hasOwnProperty`.split(/\s+/);
const WORDS = ["oci", "npm", "stdio", "sse", "active", "deleted", "{name}", "https://example.com/mcp", "a/b", "", "\0"];
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, 0, 1.5, -1, 70_000, ...WORDS),
    fc.string(),
    fc.array(tie("tree"), { maxLength: 4 }),
    fc
      .uniqueArray(fc.tuple(fc.oneof(fc.constantFrom(...FIELDS), fc.string()), tie("tree")), { maxLength: 6 })
      .map(objectOf),
  ),
}));

/** As JSON has it: any key is a plain field. */
function objectOf(fields: unknown): unknown {
  const text = (fields as [string, unknown][]).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  return JSON.parse(`{${text.join(",")}}`);
}

test("RG-04 whatever a document holds, the answer is a registry or one line", async () => {
  await fc.assert(
    fc.asyncProperty(tree, async (value) => {
      await readAnything(JSON.stringify(value) ?? "");
    }),
    { numRuns: 300 },
  );
});

test("RG-04 whatever one server is like, the others stay", async () => {
  const form = fc.constantFrom("map", "list");
  await fc.assert(
    fc.asyncProperty(form, tree, fc.string(), async (shape, value, name) => {
      const good = { name: "good", packages: [{ registryType: "oci", identifier: "x:1" }] };
      const map = objectOf([["good", entry("x:1")], ...(name === "good" ? [] : [[name, value]])]);
      const text = JSON.stringify({ servers: shape === "map" ? map : [value, good] });
      const read = await readAnything(text);
      expect(read?.registry.servers["good"]).toMatchObject({ image: "x:1" });
    }),
    { numRuns: 300 },
  );
});

test("RG-04 a damaged document is a registry or one line", async () => {
  const whole = registryText({ a: entry("x"), b: { ...entry("y"), env_vars: [{ name: "A", required: true }] } });
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length), fc.nat(20), fc.string({ maxLength: 3 }), async (at, length, instead) => {
      await readAnything(whole.slice(0, at) + instead + whole.slice(at + length));
    }),
    { numRuns: 300 },
  );
});

test("RG-04 names that mean something to objects change nothing else", async () => {
  const text = registryText({ constructor: entry("x"), a: entry("y") }).replace(
    `"a":`,
    `"__proto__":{"image":"z"},"a":`,
  );
  const read = await readAnything(text);
  expect(Object.keys(read?.registry.servers ?? {}).toSorted()).toEqual(["a", "constructor"]);
  expect(({} as Record<string, unknown>)["image"]).toBeUndefined();
  const inside = `{"servers":{"a":{"image":"x","__proto__":{"tier":"Official"},"custom_metadata":{"__proto__":{"b":1}}}}}`;
  expect((await readAnything(inside))?.registry.servers["a"]?.tier).toBe("Community");
});

test("a key given twice means its last value", async () => {
  const read = await readAnything(`{"servers":{"a":{"image":"first"},"a":{"image":"second"}}}`);
  expect(read?.registry.servers["a"]?.image).toBe("second");
});

test.each([
  ["a name", (huge: string) => ({ servers: { [huge]: entry("x"), good: entry("x") } })],
  ["a name of dashes", (huge: string) => ({ servers: { [huge.replaceAll("x", "-")]: entry("x"), good: entry("x") } })],
  ["a tool", (huge: string) => ({ servers: { a: { ...entry("x"), tools: [huge] }, good: entry("x") } })],
  ["a template", (huge: string) => ({ servers: [serverJson({ value: huge.replaceAll("x", "{") }), serverJson({})] })],
  ["an image", (huge: string) => ({ servers: [serverJson({}, huge.replaceAll("x", "a/")), serverJson({})] })],
])("RG-04 %s of eight million characters is dealt with", async (_, documentOf) => {
  const read = await readAnything(JSON.stringify(documentOf("x".repeat(8_000_000))));
  expect(Object.keys(read?.registry.servers ?? {})).toContain("good");
  expect((read?.leftOut ?? []).every((line) => line.length < 500)).toBe(true);
});

function serverJson(argument: object, identifier = "x:1") {
  const name = identifier === "x:1" && Object.keys(argument).length === 0 ? "good" : "huge";
  return {
    name,
    packages: [{ registryType: "oci", identifier, packageArguments: [{ type: "positional", ...argument }] }],
  };
}

test("RG-06 ten thousand servers are read in turns, so that others are served meanwhile", async () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `server-${index}`);
  const text = registryText(Object.fromEntries(names.map((name) => [name, entry(name)])));
  let turns = 0;
  let reading = true;
  const others = (): void => {
    turns++;
    if (reading) setImmediate(others);
  };
  setImmediate(others);
  const { registry } = await readRegistry(text, options);
  reading = false;
  expect(Object.keys(registry.servers)).toHaveLength(10_000);
  expect(turns).toBeGreaterThan(3);
});
