import { readFileSync } from "node:fs";
import { join } from "node:path";
import { RegistryDocument } from "@toolhaven/contract/registry";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { site } from "../../content.ts";
import { fieldsOf, namesIn } from "../reference-shape/schema.ts";
import { DESCRIPTIONS } from "./descriptions.ts";
import { registryContent } from "./registry-content.ts";
import { registrySchema } from "./registry-schema.ts";

const { document, entities } = registrySchema();
const page = readFileSync(join(site, "docs/toolhaven/reference/registry-schema.mdx"), "utf8");
const example = JSON.parse(/```json title="registry\.json"\n([\s\S]*?)\n```/.exec(page)![1]!) as Readonly<
  Record<string, unknown>
>;

describe("the schema of a registry", () => {
  test.each(Object.entries(entities))("WR-06 every field of %s is described", (name, schema) => {
    const fields = fieldsOf(schema);
    expect(fields.filter((field) => !field.schema.description).map(({ path }) => path)).toEqual([]);
    const paths = fields.map(({ path }) => path);
    expect(Object.keys(DESCRIPTIONS[name] ?? {}).filter((path) => !paths.includes(path))).toEqual([]);
  });

  test("WR-06 the page has every entity once, under a heading of its name", () => {
    const shown = [...page.matchAll(/^## (\w+)\n(?:(?!^## )[\s\S])*?<Fields of="(\w+)" \/>/gm)];
    expect(shown.map(([, heading]) => heading)).toEqual(shown.map(([, , name]) => name));
    expect(shown.map(([, name]) => name!).toSorted()).toEqual(Object.keys(entities).toSorted());
  });

  test("WR-06 its links lead to headings of the page", () => {
    const { shapes } = registryContent();
    const targets = Object.values(shapes).flatMap((html) => [...html.matchAll(/href="#([^"]+)"/g)]);
    const headings = Object.keys(entities).map((name) => name.toLowerCase());
    expect(targets.length).toBeGreaterThan(8);
    expect(targets.map(([, id]) => id).filter((id) => !headings.includes(id!))).toEqual([]);
  });

  test("what it refers to is in it, and nothing is in it twice", () => {
    const defs = Object.keys(document["$defs"] as object);
    expect([...namesIn(document)].toSorted()).toEqual(defs.toSorted());
    expect(JSON.stringify(document).match(/"docker_tags"/g)).toHaveLength(1);
  });
});

describe("the file for editors", () => {
  const schema = z.fromJSONSchema(JSON.parse(registryContent().document) as Parameters<typeof z.fromJSONSchema>[0]);

  test("WR-06 the page's example is a registry, for the program and for the schema", () => {
    expect(RegistryDocument.safeParse(example).error).toBeUndefined();
    expect(schema.safeParse(example).error).toBeUndefined();
  });

  const server = { image: "ghcr.io/example/notes:1.2.0" };
  test.each([
    ["no servers", { version: "1.0.0", last_updated: "2025-10-21T08:15:00Z" }],
    ["a version that is none", { ...example, version: "new" }],
    ["a time that is none", { ...example, last_updated: "yesterday" }],
    ["a server without an image", { ...example, servers: { notes: {} } }],
    ["a remote server without an address", { ...example, remote_servers: { weather: { transport: "sse" } } }],
    ["a port that is none", { ...example, servers: { notes: { ...server, target_port: 70_000 } } }],
    ["an unknown transport", { ...example, servers: { notes: { ...server, transport: "pigeon" } } }],
    ["a variable that cannot be one", { ...example, servers: { notes: { ...server, env_vars: [{ name: "A-B" }] } } }],
    ["a group without a name", { ...example, groups: [{ servers: {} }] }],
  ])("WR-06 both refuse %s", (_, value) => {
    expect(RegistryDocument.safeParse(value).success).toBe(false);
    expect(schema.safeParse(value).success).toBe(false);
  });

  test("WR-06 both take what they do not know", () => {
    const value = { ...example, extra: 1, servers: { notes: { ...server, extra: { deep: [1] } } } };
    expect(RegistryDocument.safeParse(value).success).toBe(true);
    expect(schema.safeParse(value).success).toBe(true);
  });
});
