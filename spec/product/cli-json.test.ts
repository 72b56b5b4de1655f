import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandSpec } from "@toolhaven/cli/manifest/spec";
import { TREE } from "@toolhaven/cli/manifest/tree";
import { FIXTURES } from "@toolhaven/fixtures/images";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CERTIFICATE } from "./certificate.ts";
import { endUsers, newUser, type User } from "./cli-user.ts";

const titled = ({ words }: CommandSpec): string => words.join(" ");
const withJson = TREE.filter(({ answer }) => answer !== undefined);

const OTEL: ReadonlyArray<readonly [setting: string, value: string]> = [
  ["endpoint", "collector.example.com:4318"],
  ["sampling-rate", "0.5"],
  ["env-vars", "USER,REGION"],
  ["insecure", "true"],
  ["enable-prometheus-metrics-path", "true"],
  ["metrics-enabled", "false"],
  ["tracing-enabled", "false"],
];

/** A registry of its own, with a group whose only server is a test image. */
const REGISTRY = {
  version: "1.0.0",
  last_updated: "2026-01-01T00:00:00Z",
  servers: {},
  groups: [
    {
      name: "pair",
      description: "Two servers that belong together",
      servers: {
        "json-member": {
          image: FIXTURES.everything,
          description: "Everything",
          tier: "Community",
          status: "active",
          transport: "stdio",
          tools: ["echo"],
        },
      },
    },
  ],
};

let user: User;
/** A line for every command with a result, in an order in which all of them succeed. */
let lines: ReadonlyArray<readonly [command: string, line: readonly string[]]>;

beforeAll(async () => {
  user = await newUser();
  const registry = join(user.folder, "registry.json");
  writeFileSync(registry, JSON.stringify(REGISTRY));
  const certificate = join(user.folder, "ca.pem");
  writeFileSync(certificate, CERTIFICATE);
  mkdirSync(join(user.folder, "module"));
  writeFileSync(join(user.folder, "module", "go.mod"), "module example.com/module\n\ngo 1.22\n");
  writeFileSync(join(user.folder, "module", "main.go"), "package main\n\nfunc main() {}\n");
  const encrypted = ["--password-file", join(user.folder, "password")];
  writeFileSync(encrypted[1]!, "a password of the test\n");
  lines = [
    ["version", []],
    ["runtime check", []],
    ["list", []],
    ["group create", ["tools"]],
    ["group list", []],
    ["run", ["--name", "json", "--group", "tools", FIXTURES.everything]],
    ["logs", ["json"]],
    ["logs prune", []],
    ["export", ["json", "-"]],
    ["mcp list", ["--server", "json"]],
    ["mcp list tools", ["--server", "json"]],
    ["mcp list resources", ["--server", "json"]],
    ["mcp list prompts", ["--server", "json"]],
    ["client status", []],
    ["client register", ["cursor", "--group", "tools"]],
    ["client list-registered", []],
    ["client remove", ["cursor"]],
    ["client setup", ["--all"]],
    ["stop", ["json"]],
    ["restart", ["json"]],
    ["rm", ["json"]],
    ["group rm", ["tools", "--yes"]],
    ["registry list", []],
    ["registry info", ["fetch"]],
    ["search", ["fetch"]],
    ["config set-registry", [registry]],
    ["config get-registry", []],
    ["group run", ["pair"]],
    ["config unset-registry", []],
    ["config set-ca-cert", [certificate]],
    ["config get-ca-cert", []],
    ["config unset-ca-cert", []],
    ...OTEL.flatMap(([name, value]): Array<[string, string[]]> => [
      [`config otel set-${name}`, [value]],
      [`config otel get-${name}`, []],
      [`config otel unset-${name}`, []],
    ]),
    ["secret setup", ["--provider", "none"]],
    ["secret provider", ["encrypted", ...encrypted]],
    ["secret set", ["token"]],
    ["secret list", []],
    ["secret get", ["token"]],
    ["secret delete", ["token", "--yes"]],
    ["build", [`go://${join(user.folder, "module")}`, "--dry-run"]],
  ];
});
afterAll(endUsers);

/** It forgets a password of the system's keyring, which not every machine that tests has; a unit test has one. */
const WITHOUT_LINE = ["secret reset-keyring"];

test("CM-20 every command with a result has a line here", () => {
  expect([...lines.map(([command]) => command), ...WITHOUT_LINE].toSorted()).toEqual(withJson.map(titled).toSorted());
});

test("CM-20 with --json stdout is one JSON document of the documented shape, and stderr is empty", async () => {
  // The store has its password from the environment: there may be no keyring here.
  const env = { TOOLHAVEN_SECRETS_PASSWORD: "a password of the test" };
  const found: Record<string, string> = {};
  for (const [command, rest] of lines) {
    const spec = withJson.find((each) => titled(each) === command)!;
    const line = [...command.split(" "), ...rest, "--json"];
    const { code, stdout, stderr } = await user.thv(line, { stdin: "s3cret", env });
    const problem = code === 0 && stderr === "" ? await mismatch(spec, stdout) : `ended with ${code}: ${stderr}`;
    if (problem !== undefined) found[command] = problem;
  }
  expect(found).toEqual({});
}, 600_000);

async function mismatch(spec: CommandSpec, stdout: string): Promise<string | undefined> {
  try {
    const schema = await spec.answer!();
    const { error } = schema.safeParse(JSON.parse(stdout));
    return error ? `${error.message} in ${stdout.slice(0, 500)}` : undefined;
  } catch (error) {
    return `${(error as Error).message} in ${stdout.slice(0, 500)}`;
  }
}

test("CM-20 --debug adds nothing to stdout", async () => {
  const { stdout } = await user.thv(["list", "--all", "--json", "--debug"]);
  expect(Array.isArray(JSON.parse(stdout))).toBe(true);
});

test("CM-21 the schema of a command is JSON Schema, and what the command prints is of that shape", async () => {
  const { stdout } = await user.thv(["schema", "list"]);
  const { output } = JSON.parse(stdout) as { output: Record<string, unknown> };
  expect(output).toMatchObject({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "array",
    items: { $ref: "#/$defs/Workload" },
    $defs: { Workload: { type: "object", properties: { name: expect.any(Object) } } },
  });
});
