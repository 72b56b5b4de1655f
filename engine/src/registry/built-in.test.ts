import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseInput } from "@toolhaven/contract/input";
import { Registry } from "@toolhaven/contract/registry";
import { expect, test } from "vitest";
import { BUILT_IN } from "./built-in.ts";

test("RG-01 the built-in registry holds the eight servers and fits the contract to the letter", () => {
  expect(parseInput(Registry, BUILT_IN)).toEqual(BUILT_IN);
  const names = ["context7", "fetch", "filesystem", "github", "k8s", "meta-mcp", "osv", "playwright"];
  expect(Object.keys(BUILT_IN.servers).toSorted()).toEqual(names);
});

test("RG-01 only the named hosts on port 443 can be reached, or all of them, or none", () => {
  const outbound = Object.fromEntries(
    Object.values(BUILT_IN.servers).map(({ name, permissions }) => [name, permissions?.network?.outbound]),
  );
  const all = { insecure_allow_all: true, allow_port: [443] };
  const only = (...allow_host: string[]) => ({ allow_host, allow_port: [443] });
  expect(outbound).toEqual({
    context7: only("context7.com"),
    fetch: all,
    filesystem: {},
    github: only(".github.com", ".githubusercontent.com"),
    k8s: all,
    "meta-mcp": {},
    osv: only("api.osv.dev"),
    playwright: all,
  });
});

test("every built-in server says what it does, lists its tools once, and is signed or pinned where it can be", () => {
  const servers = [...Object.values(BUILT_IN.servers), ...Object.values(BUILT_IN.remote_servers)];
  for (const { name, description, tools } of servers) {
    expect(description.length, name).toBeGreaterThan(20);
    expect(new Set(tools).size, name).toBe(tools.length);
    expect(tools.length, name).toBeGreaterThan(0);
  }
  expect(servers.filter(({ tools }) => tools.some((tool) => !/^[\w-]+$/.test(tool)))).toEqual([]);
  expect(BUILT_IN.servers["playwright"]?.target_port).toBe(8931);
  expect(BUILT_IN.servers["github"]?.tools).toHaveLength(49);
});

test("every built-in remote server is reached by https", () => {
  expect(Object.values(BUILT_IN.remote_servers).filter(({ url }) => !url.startsWith("https://"))).toEqual([]);
});

test("the built-in registry can be read where there is no Node", () => {
  const folder = join(import.meta.dirname, "built-in");
  const files = [join(import.meta.dirname, "built-in.ts"), ...readdirSync(folder).map((file) => join(folder, file))];
  const imports = files.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/ from "([^"]+)"/g)].map(([, name]) => name),
  );
  expect(imports.filter((name) => !/^(?:@toolhaven\/contract|\.\/built-in|\.)\//.test(name ?? ""))).toEqual([]);
});
