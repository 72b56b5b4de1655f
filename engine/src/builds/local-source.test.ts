import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { extract } from "tar-stream";
import { expect, test } from "vitest";
import { buildContext } from "./build-context.ts";
import { readLocalSource } from "./local-source.ts";

const { signal } = new AbortController();

async function project(files: Readonly<Record<string, string>>): Promise<AsyncDisposable & { root: string }> {
  const root = await mkdtemp(join(tmpdir(), "thv-source-"));
  for (const [name, content] of Object.entries({ "go.mod": "module example.test/x\n", ...files })) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) };
}

const pathsOf = async (folder: string): Promise<string[]> =>
  (await readLocalSource(folder, { signal })).entries.map(({ path }) => path);

test("BD-09: what .dockerignore names stays out, and so do history, secrets and installed packages", async () => {
  await using it = await project({
    ".dockerignore": "*.md\ndata\n!data/keep.txt\n",
    "main.go": "x",
    "README.md": "x",
    "data/big.bin": "x",
    "data/keep.txt": "x",
    ".git/HEAD": "x",
    ".env": "KEY=1",
    "web/node_modules/a/index.js": "x",
    "web/page.html": "x",
  });
  expect(await pathsOf(it.root)).toEqual([".dockerignore", "data/keep.txt", "go.mod", "main.go", "web/page.html"]);
});

test("BD-09: links that lead out of the module stay out, and are not followed", async () => {
  await using outside = await project({ secret: "x" });
  await using it = await project({ "docs/a.txt": "x" });
  await symlink("docs/a.txt", join(it.root, "inside"));
  await symlink("../go.mod", join(it.root, "docs/up"));
  await symlink(join(outside.root, "secret"), join(it.root, "absolute"));
  await symlink("../../../etc/passwd", join(it.root, "docs/out"));
  await symlink(outside.root, join(it.root, "folder"));
  const { entries } = await readLocalSource(it.root, { signal });
  expect(entries.filter(({ kind }) => kind === "link")).toEqual([
    { kind: "link", path: "docs/up", target: "../go.mod" },
    { kind: "link", path: "inside", target: "docs/a.txt" },
  ]);
  expect(entries.map(({ path }) => path)).toEqual(["docs/a.txt", "docs/up", "go.mod", "inside"]);
});

test("BD-09: a program below the module's root is built from there", async () => {
  await using it = await project({ "cmd/server/main.go": "x" });
  const source = await readLocalSource(join(it.root, "cmd/server"), { signal });
  expect(source).toMatchObject({ mainFolder: "./cmd/server" });
  expect(source.entries.map(({ path }) => path)).toContain("go.mod");
});

test("BD-04: the same files have the same hash; a byte, a name or a mode makes another", async () => {
  await using one = await project({ "main.go": "a", "run.sh": "b" });
  await using other = await project({ "main.go": "a", "run.sh": "b" });
  const hashOf = async (root: string): Promise<string> => (await readLocalSource(root, { signal })).hash;
  const first = await hashOf(one.root);
  expect(await hashOf(other.root)).toBe(first);
  await chmod(join(other.root, "run.sh"), 0o755);
  const second = await hashOf(other.root);
  await writeFile(join(other.root, "main.go"), "c");
  const third = await hashOf(other.root);
  expect(new Set([first, second, third]).size).toBe(3);
});

test("BD-09: a project that is too big is refused, with its biggest part and the remedy", async () => {
  await using it = await project({ "data/big.bin": "x".repeat(3000), "main.go": "x" });
  const reading = readLocalSource(it.root, { signal, limits: { bytes: 2000, files: 10 } });
  await expect(reading).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringMatching(/"data" alone .*\.dockerignore"$/),
  });
  await expect(readLocalSource(it.root, { signal, limits: { bytes: 5000, files: 2 } })).rejects.toThrow(
    "more than 2 files",
  );
});

test.each([
  ["a folder that does not exist", "/no/such/folder", "there is no such folder"],
  ["a file", import.meta.filename, "it is a file"],
  ["a folder outside any module", tmpdir(), `no "go.mod"`],
])("BD-09: %s is invalid input", async (_, folder, words) => {
  await expect(readLocalSource(folder, { signal })).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining(words),
  });
});

test("BD-09: the context holds every file as it is, always the same bytes, and the folder gets none", async () => {
  await using it = await project({ "main.go": "package main\n", [`${"deep/".repeat(30)}long.go`]: "x" });
  await symlink("main.go", join(it.root, "link.go"));
  const before = await readdir(it.root, { recursive: true });
  const source = await readLocalSource(it.root, { signal });
  const bytes = await read(buildContext({ Dockerfile: "FROM x\n" }, source));
  expect(bytes.equals(await read(buildContext({ Dockerfile: "FROM x\n" }, source)))).toBe(true);
  const unpacked = extract();
  unpacked.end(bytes);
  const found: Record<string, string> = {};
  for await (const entry of unpacked) {
    found[entry.header.name] =
      entry.header.linkname ?? (await read(entry as AsyncIterable<Uint8Array>)).toString("utf8");
  }
  expect(found).toMatchObject({
    Dockerfile: "FROM x\n",
    "source/main.go": "package main\n",
    "source/link.go": "main.go",
  });
  expect(found[`source/${"deep/".repeat(30)}long.go`]).toBe("x");
  expect(await readdir(it.root, { recursive: true })).toEqual(before);
});

test("BD-09: a file that changed after it was read ends the context", async () => {
  await using it = await project({ "main.go": "package main\n" });
  const source = await readLocalSource(it.root, { signal });
  await writeFile(join(it.root, "main.go"), "longer than before\n");
  await expect(read(buildContext({}, source))).rejects.toThrow(`"main.go" changed while it was read`);
  await rm(join(it.root, "main.go"));
  await symlink("/etc/passwd", join(it.root, "main.go"));
  await expect(read(buildContext({}, source))).rejects.toMatchObject({ code: "ELOOP" });
});

async function read(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}
