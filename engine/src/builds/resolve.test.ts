import { describe, expect, test } from "vitest";
import { parsePackageReference, type RegistryPackage } from "./package-reference.ts";
import type { AskRegistry, RegistryAnswer } from "./registry-request.ts";
import { exactVersion } from "./resolve.ts";
import { resolveGo } from "./resolve-go.ts";
import { resolveNpm } from "./resolve-npm.ts";
import { resolvePython } from "./resolve-python.ts";

const { signal } = new AbortController();
const at = (text: string): RegistryPackage => parsePackageReference(text) as RegistryPackage;

/** A registry that knows these paths. */
const registry = (pages: Readonly<Record<string, unknown>>): AskRegistry => {
  return async ({ url }): Promise<RegistryAnswer> => {
    const page = pages[url.pathname];
    if (page === undefined) return { kind: "answered", status: 404, text: "not found" };
    return { kind: "answered", status: 200, text: typeof page === "string" ? page : JSON.stringify(page) };
  };
};

describe("npm", () => {
  const ask = registry({
    "/@scope%2fserver": {
      "dist-tags": { latest: "1.3.0", next: "2.0.0-rc.1" },
      versions: {
        "1.2.9": { bin: { server: "x" } },
        "1.3.0": { bin: "x" },
        "2.0.0-rc.1": { bin: { server: "x" } },
        "0.9.0": {},
      },
    },
  });
  const resolve = (text: string, how = ask) =>
    resolveNpm(at(text), { registry: "https://npm.example.test", ask: how, signal });

  test.each([
    ["npx://@scope/server", "1.3.0"],
    ["npx://@scope/server@next", "2.0.0-rc.1"],
    ["npx://@scope/server@1.2", "1.2.9"],
    ["npx://@scope/server@^1.2.0", "1.3.0"],
    ["npx://@scope/server@2.0.0-rc.1", "2.0.0-rc.1"],
  ])("BD-02: %s is %s", async (text, version) => {
    expect(await resolve(text)).toEqual({ kind: "resolved", version });
  });

  test.each([
    ["npx://nobody", "not_found", "does not know it"],
    ["npx://@scope/server@9", "not_found", `the newest version is "1.3.0"`],
    ["npx://@scope/server@0.9.0", "invalid_input", "it is a library"],
  ])("BD-03: %s is %s: %s", async (text, code, words) => {
    await expect(resolve(text)).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
  });

  test("BD-03: a registry that refuses access says so; one that is ill says nothing about the package", async () => {
    const answering =
      (status: number): AskRegistry =>
      async () => ({ kind: "answered", status, text: "" });
    await expect(resolve("npx://a", answering(401))).rejects.toThrow("refuses access");
    expect(await resolve("npx://a", answering(503))).toMatchObject({ kind: "unreachable" });
    expect(await resolve("npx://a", answering(200))).toMatchObject({ kind: "unreachable" });
  });
});

describe("python", () => {
  const file = (filename: string, yanked: boolean | string = false) => ({ filename, yanked });
  const json = {
    files: [
      file("my_server-1.9.0-py3-none-any.whl"),
      file("my-server-1.10.0.tar.gz"),
      file("my_server-1.11.0-py3-none-any.whl", "broken"),
      file("my_server-2.0.0rc1-py3-none-any.whl"),
      file("other-9.0.tar.gz"),
      file("my_server-1.0.exe"),
    ],
  };
  const html = `<!DOCTYPE html><a href="x#sha256=1" data-requires-python="&gt;=3.8">my_server-1.9.0-py3-none-any.whl</a>
    <a href="y">my-server-1.10.0.tar.gz</a> <a href="z" data-yanked="broken">my_server-1.11.0-py3-none-any.whl</a>`;

  test.each([
    ["uvx://my-server", "1.10.0", json],
    ["uvx://my-server@1.9", "1.9.0", json],
    ["uvx://my-server@1.11.0", "1.11.0", json],
    ["uvx://my-server@2.0.0rc1", "2.0.0rc1", json],
    ["uvx://my-server", "1.10.0", html],
  ])("BD-02: %s is %s", async (text, version, page) => {
    const ask = registry({ "/simple/my-server/": page });
    expect(await resolvePython(at(text), { index: "https://py.example.test/simple", ask, signal })).toEqual({
      kind: "resolved",
      version,
    });
  });

  test.each([
    ["uvx://nobody", "does not know it"],
    ["uvx://my-server@3", `the newest version is "1.10.0"`],
  ])("BD-03: %s is not found: %s", async (text, words) => {
    const ask = registry({ "/simple/my-server/": json });
    const resolving = resolvePython(at(text), { index: "https://py.example.test/simple/", ask, signal });
    await expect(resolving).rejects.toMatchObject({ code: "not_found", message: expect.stringContaining(words) });
  });
});

describe("go", () => {
  const ask = registry({
    "/example.test/!team/tools/@v/list": "v1.9.0\nv1.10.0\nv2.0.0-rc.1\n",
    "/example.test/!team/tools/@v/v1.9.0.info": { Version: "v1.9.0" },
    "/example.test/!team/tools/@v/main.info": { Version: "v1.10.1-0.20250101000000-0123456789ab" },
    "/example.test/untagged/@v/list": "",
    "/example.test/untagged/@latest": { Version: "v0.0.0-20250101000000-0123456789ab" },
  });
  const resolve = (text: string, goProxy = "https://go.example.test,direct") =>
    resolveGo(at(text), { goProxy, ask, signal });

  test.each([
    ["go://example.test/Team/tools/cmd/server", "v1.10.0"],
    ["go://example.test/Team/tools/cmd/server@v1.9.0", "v1.9.0"],
    ["go://example.test/Team/tools@main", "v1.10.1-0.20250101000000-0123456789ab"],
    ["go://example.test/untagged", "v0.0.0-20250101000000-0123456789ab"],
  ])("BD-02: %s is %s", async (text, version) => {
    expect(await resolve(text)).toEqual({ kind: "resolved", version });
  });

  test("BD-03: a module that no proxy knows is not found; without a proxy nothing is known", async () => {
    await expect(resolve("go://example.test/none/cmd")).rejects.toMatchObject({ code: "not_found" });
    await expect(resolve("go://example.test/Team/tools@v7.0.0")).rejects.toMatchObject({ code: "not_found" });
    expect(await resolve("go://example.test/none", "direct")).toMatchObject({ kind: "unreachable" });
  });
});

test.each([
  ["npx://a@1.2.3", "1.2.3"],
  ["npx://a@1.2", undefined],
  ["npx://a@next", undefined],
  ["npx://a@v1.2.3", undefined],
  ["npx://a", undefined],
  ["uvx://a@1.2", "1.2"],
  ["uvx://a", undefined],
  ["go://example.test/a@v1.2.3", "v1.2.3"],
  ["go://example.test/a@1.2.3", undefined],
  ["go://example.test/a@main", undefined],
])("the version that %s names exactly is %s", (text, expected) => {
  expect(exactVersion(at(text))).toBe(expected);
});
