import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { waitUntil } from "@toolhaven/engine/wait";
import { FIXTURES } from "@toolhaven/fixtures/images";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callText, connect } from "./client.ts";
import { endUsers, newUser, type User } from "./cli-user.ts";
import { containersOf, networksOf } from "./docker.ts";

const root = join(import.meta.dirname, "../..");
const exec = promisify(execFile);

let user: User;
let prefix: string;
beforeAll(async () => {
  user = await newUser();
  prefix = join(user.folder, "programs");
});
afterAll(endUsers);

const thv = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await user.spawn(join(prefix, "bin", "thv"), args).ended;
  if (code !== 0) throw new Error(`thv ${args.join(" ")} ended with ${code}: ${stderr}`);
  return stdout;
};

test("CM-30 the package is small, holds the program and nothing else, and runs no script when it is installed", async () => {
  const { stdout } = await exec("npm", ["run", "--silent", "pack", "--", user.folder], { cwd: root });
  const tarball = stdout.trim().split("\n").at(-1)!;
  expect(statSync(tarball).size).toBeLessThan(1024 ** 2);
  const { stdout: list } = await exec("tar", ["-tzf", tarball]);
  const folders = new Set(
    list
      .trim()
      .split("\n")
      .map((path) => path.split("/").slice(0, 2).join("/")),
  );
  expect([...folders].toSorted()).toEqual([
    "package/LICENSE",
    "package/README.md",
    "package/dist",
    "package/package.json",
  ]);

  // Nothing is fetched: what is not inside is not needed.
  const line = [
    "install",
    "-g",
    "--offline",
    "--omit=optional",
    "--no-audit",
    "--no-fund",
    "--prefix",
    prefix,
    tarball,
  ];
  await exec("npm", line, { env: { ...user.env, npm_config_cache: join(user.folder, "npm-cache") } });
  const manifest = JSON.parse(readFileSync(join(prefix, "lib/node_modules/toolhaven/package.json"), "utf8")) as object;
  expect(manifest).not.toHaveProperty("scripts");
  expect(manifest).not.toHaveProperty("dependencies");
  expect(readdirSync(join(prefix, "lib/node_modules"))).toEqual(["toolhaven"]);
  expect(await thv("--version")).toMatch(/^thv v\d/);
});

test("CM-31 a new user runs a server on a folder, uses it from a client, and leaves nothing behind", async () => {
  const folder = join(user.folder, "notes");
  mkdirSync(folder);
  writeFileSync(join(folder, "shopping.txt"), "eggs");
  mkdirSync(join(user.env["HOME"]!, ".cursor"));

  await thv("group", "create", "writing");
  await thv("client", "register", "cursor", "--group", "writing");
  const url = (
    await thv(
      "run",
      "--name",
      "notes",
      "--group",
      "writing",
      "-v",
      `${folder}:/notes:ro`,
      FIXTURES.filesystem,
      "--",
      "/notes",
    )
  ).trim();
  expect(await thv("list")).toMatch(/^notes +thv-fixture\/filesystem:latest +running /m);
  expect(await thv("mcp", "list", "tools", "--server", "notes")).toContain("read_text_file");

  const settings = join(user.env["HOME"]!, ".cursor/mcp.json");
  /** What is in the client's settings; a file that was made for our entries goes with them. */
  const written = (): Record<string, { url: string }> => {
    if (!existsSync(settings)) return {};
    return (
      (JSON.parse(readFileSync(settings, "utf8")) as { mcpServers?: Record<string, { url: string }> }).mcpServers ?? {}
    );
  };
  /** Clients follow what runs; the command that changed it does not wait for them. */
  const untilWritten = (address: string | undefined): Promise<void> =>
    waitUntil(async () => written()["notes"]?.url === address, { signal: AbortSignal.timeout(20_000), everyMs: 50 });
  await untilWritten(url);
  {
    await using client = await connect(written()["notes"]!.url, "streamable-http");
    expect(await callText(client, "read_text_file", { path: "/notes/shopping.txt" })).toBe("eggs");
  }

  expect(await thv("stop", "notes")).toBe('stopped workload "notes"\n');
  expect(await thv("list")).toBe("no running workloads\n");
  await untilWritten(undefined);
  expect(await thv("restart", "notes")).toBe('restarted workload "notes"\n');
  await untilWritten(url);
  {
    await using client = await connect(url, "streamable-http");
    expect(await callText(client, "read_text_file", { path: "/notes/shopping.txt" })).toBe("eggs");
  }

  const saved = join(user.folder, "notes.json");
  await thv("export", "notes", saved);
  await thv("rm", "notes");
  await thv("run", "--from-config", saved);
  expect(await thv("list", "-q")).toContain(url);

  await thv("group", "rm", "writing", "--with-workloads", "--yes");
  await untilWritten(undefined);
  await thv("client", "remove", "cursor");
  expect(existsSync(settings)).toBe(false);
  const home = { home: user.env["XDG_STATE_HOME"]! };
  expect(containersOf(home)).toEqual([]);
  expect(networksOf(home)).toEqual([]);
});
