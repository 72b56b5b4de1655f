import { readFileSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { FIXTURES } from "@toolhaven/fixtures/images";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callText, connect } from "./client.ts";
import { endUsers, newUser, serverOf, type User } from "./cli-user.ts";

const VALUE = "v4lue-that-nobody-else-has";
const env = { TOOLHAVEN_SECRETS_PASSWORD: "p4ssword-of-the-store", TOOLHAVEN_LOG_LEVEL: "debug" };

let user: User;
const told: string[] = [];

/** Everything it prints is kept, but for the one command whose result is the value. */
async function thv(args: readonly string[], stdin = ""): Promise<string> {
  const { code, stdout, stderr } = await user.thv(args, { env, stdin });
  told.push(stdout, stderr);
  if (code !== 0) throw new Error(`thv ${args.join(" ")}: ${stderr}`);
  return stdout.trim();
}

beforeAll(async () => {
  user = await newUser();
  await thv(["secret", "provider", "encrypted"]);
});
afterAll(endUsers);

test("CM-37 a secret reaches its server, and nothing that is printed, written or listed on the way", async () => {
  await thv(["secret", "set", "token"], `${VALUE}\n`);
  const run = ["run", "--name", "ev", "--secret", "token,target=API_TOKEN", "--debug", FIXTURES.everything];
  const url = await thv(run);
  {
    await using client = await connect(url, "streamable-http");
    expect(await callText(client, "get-env")).toContain(VALUE);
  }
  const saved = join(user.folder, "saved.json");
  await thv(["export", "ev", saved]);
  for (const line of ["export ev -", "list --all --json --debug", "secret list --json", "logs ev --proxy"]) {
    await thv(line.split(" "));
  }
  await thv(["restart", "ev", "--debug"]);
  await thv(["rm", "ev"]);
  await thv(["run", "--from-config", "-"], readFileSync(saved, "utf8"));
  expect(told.join("\n")).not.toContain(VALUE);

  const id = await serverOf(user.env["XDG_STATE_HOME"]!);
  expect(readFileSync(`/proc/${id}/cmdline`, "utf8")).not.toMatch(/v4lue|p4ssword/);
  const files = await readdir(user.folder, { recursive: true, withFileTypes: true });
  const holding = files
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => /v4lue|p4ssword/.test(readFileSync(path, "utf8")));
  expect(holding).toEqual([]);
});

test("CM-37 secret get prints the value alone, and fails for a name that has none", async () => {
  expect(await user.thv(["secret", "get", "token"], { env })).toEqual({ code: 0, stdout: `${VALUE}\n`, stderr: "" });
  const missing = await user.thv(["secret", "get", "nothing"], { env });
  expect(missing).toMatchObject({ code: 3, stdout: "" });
});

test("CM-37 an empty value, a missing password file and an unknown provider are wrong usage", async () => {
  expect((await user.thv(["secret", "set", "empty"], { env })).code).toBe(2);
  expect((await user.thv(["secret", "provider", "paper"], { env })).code).toBe(2);
  const line = ["secret", "provider", "encrypted", "--password-file", "/nowhere/password"];
  expect(await user.thv(line, { env })).toMatchObject({ code: 2, stderr: expect.stringMatching(/^error: "\/nowhere/) });
});

test("CM-38 what - stands for is read from stdin, and written to stdout", async () => {
  const variables = "# mine\nexport GREETING='hello world'\n";
  const asked = JSON.parse(await thv(["run", "--dry-run", "--env-file", "-", FIXTURES.everything], variables)) as {
    env_vars: Record<string, string>;
  };
  expect(asked.env_vars).toEqual({ GREETING: "hello world" });
  const exported = await thv(["export", await nameOfOne(), "-"]);
  expect(JSON.parse(await thv(["run", "--dry-run", "--from-config", "-"], exported))).toMatchObject({
    image: FIXTURES.everything,
    secrets: [{ name: "token", target: "API_TOKEN" }],
  });
  const file = join(user.folder, "kept.json");
  writeFileSync(file, "mine");
  const refused = await user.thv(["export", await nameOfOne(), file], { env });
  expect({ code: refused.code, kept: readFileSync(file, "utf8") }).toEqual({ code: 5, kept: "mine" });
});

async function nameOfOne(): Promise<string> {
  const [{ name }] = JSON.parse(await thv(["list", "--all", "--json"])) as [{ name: string }];
  return name;
}
