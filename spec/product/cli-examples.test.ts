import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { words } from "@toolhaven/cli/manifest/shell-words";
import { TREE } from "@toolhaven/cli/manifest/tree";
import { FIXTURES } from "@toolhaven/fixtures/images";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CERTIFICATE } from "./certificate.ts";
import { type Ended, newUser, type User } from "./cli-user.ts";

const EXAMPLES = [...new Set(TREE.flatMap(({ examples }) => examples.map(({ line }) => line)))];

/** Cannot be run on a machine without the internet, or would take too long; parsed all the same. */
const NOT_HERE: ReadonlyArray<readonly [line: RegExp, why: string]> = [
  [/(?:npx|uvx):\/\//, "builds take a minute; builds.docker.test.ts has them"],
  [/ghcr\.io/, "there is no such image here"],
  [/run --name far/, "nobody answers at example.com"],
  [/^thv inspector/, "is fetched from npm when it is started; cli-proxies.test.ts has it"],
  [/reset-keyring --yes/, "needs a keyring; system-keyring.test.ts has it"],
];

/** What an example comes to where nobody can be asked and nothing outside can be reached. */
const OTHERWISE: ReadonlyMap<string, number> = new Map([
  ["thv serve", 5],
  ["thv serve --port 0", 5],
  ["thv config set-registry https://example.com/registry.json", 2],
  ["thv config set-registry https://example.com/registry.json --json", 2],
  ["thv mcp list --server https://example.com/mcp --json", 6],
  ["thv proxy tunnel fetch fetch --tunnel-provider ngrok --auth-token-file token.txt", 1],
  ["thv secret setup", 2],
  ["thv secret delete github-token", 2],
  ["thv secret reset-keyring", 2],
  ["thv secret set github-token", 2],
  ["thv secret provider 1password", 2],
  ["thv secret get op://vault/item/field", 3],
]);

/** Run until they are interrupted. */
const STAYING = /^thv (?:mcp serve|proxy notes)/;

const env = { TOOLHAVEN_SECRETS_PASSWORD: "correct horse" };
let user: User;

beforeAll(async () => {
  user = await newUser();
  const fetch = {
    image: FIXTURES.conformance,
    transport: "stdio",
    description: "Stands for the server of that name.",
    permissions: { network: { outbound: { insecure_allow_all: true } } },
  };
  const registry = {
    version: "1.0.0",
    last_updated: "2026-01-01T00:00:00Z",
    servers: { fetch },
    groups: [{ name: "dev-tools", description: "Servers for a developer.", servers: { fetch } }],
  };
  await writeFile(join(user.folder, "registry.json"), JSON.stringify(registry));
  await writeFile(join(user.folder, "token.txt"), "0123456789abcdef0123456789abcdef\n");
  await writeFile(join(user.folder, "ca.pem"), CERTIFICATE);
});
afterAll(() => user[Symbol.asyncDispose]());

test.each(EXAMPLES.filter((line) => !NOT_HERE.some(([pattern]) => pattern.test(line))))("CM-44 %s", async (line) => {
  await prepare(line);
  const { code, stderr } = await outcomeOf(line);
  expect({ code, stderr }).toEqual({
    code: STAYING.test(line) ? 130 : (OTHERWISE.get(line) ?? 0),
    stderr: expect.any(String),
  });
});

test("CM-44 what is said of an example is still said of one that exists", () => {
  const stale = [...OTHERWISE.keys()].filter((line) => !EXAMPLES.includes(line));
  expect(stale).toEqual([]);
  expect(NOT_HERE.filter(([pattern]) => !EXAMPLES.some((line) => pattern.test(line)))).toEqual([]);
});

async function outcomeOf(line: string): Promise<Ended> {
  const args = words(line).slice(1);
  const stdin = line.includes("<") ? await readFile(join(user.folder, "token.txt"), "utf8") : "";
  const running = user.start(args, { env, stdin });
  if (STAYING.test(line)) {
    await running.says(/http:\/\/127\.0\.0\.1:\d+/, "stdout");
    running.child.kill("SIGINT");
  }
  return running.ended;
}

/** The world an example takes for granted. */
async function prepare(line: string): Promise<void> {
  const make = async (...args: string[]): Promise<void> => {
    const stdin = args[1] === "set" ? "value" : "";
    const { code, stderr } = await user.thv(args, { env, stdin });
    if (code !== 0) throw new Error(`thv ${args.join(" ")} ended with ${code}: ${stderr}`);
  };
  if (/^thv secret (?!provider|setup)/.test(line)) {
    await make("secret", "provider", "encrypted");
    await make("secret", "set", "github-token");
  }
  if (/^thv (?:run|group run|search|registry|stop|restart|rm|logs|export|mcp|proxy)/.test(line)) {
    await make("config", "set-registry", "registry.json");
  }
  if (/^thv (?:run|group run)/.test(line)) {
    if (line.includes("--from-config")) {
      await make("run", "fetch", "--no-wait").catch(() => undefined);
      await make("export", "fetch", "fetch.json", "--force");
    }
    await make("rm", "fetch", "--ignore-missing");
    await make("group", "rm", "dev-tools", "--yes").catch(() => undefined);
  }
  if (/^thv (?:stop|restart|rm|logs fetch|export|mcp list|proxy (?:stdio|tunnel))/.test(line)) {
    await make("run", "fetch").catch(() => make("restart", "fetch"));
  }
  if (line.startsWith("thv export")) await rm(join(user.folder, "fetch.json"), { force: true });
  if (/research/.test(line)) {
    if (line === "thv group create research") await make("group", "rm", "research", "--yes").catch(() => undefined);
    else await make("group", "create", "research", "--if-not-exists");
  }
  if (line.includes("remove cursor")) await make("client", "register", "cursor", "--group", "research");
}
