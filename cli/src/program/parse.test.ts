import { describe, expect, test } from "vitest";
import { array, bool, boolOn, durationOr, format, integer, list, text } from "../manifest/flags.ts";
import { command, type CommandSpec } from "../manifest/spec.ts";
import { findCommand } from "./find-command.ts";
import { parse } from "./parse.ts";

const common = { summary: "s", description: [], examples: [], exits: [] };
const root = command({ ...common, words: [], isGroup: true, args: [], flags: {} });
const client = command({ ...common, words: ["client"], isGroup: true, args: [], flags: {} });
const status = command({ ...common, words: ["client", "status"], args: [], flags: { format: format() } });
const run = command({
  ...common,
  words: ["run"],
  args: [{ name: "server", summary: "s", required: false }],
  rest: "ARGS...",
  flags: {
    env: array("variables", { short: "e" }),
    tools: list("tools"),
    port: integer("port"),
    "isolate-network": boolOn("isolation"),
    foreground: bool("stay", { short: "f" }),
    "no-wait": bool("return at once"),
    timeout: durationOr(30_000, "limit"),
    name: text("name", { env: "NAME" }),
  },
});
const rm = command({
  ...common,
  words: ["rm"],
  args: [{ name: "workload", summary: "w", required: true, isVariadic: true }],
  flags: { all: bool("all", { short: "a" }) },
});
const tree: readonly CommandSpec[] = [root, client, status, run, rm];

const read = (line: string, env: Record<string, string> = {}) => parse(findCommand(line.split(" "), tree), env);

describe("a line", () => {
  test.each([
    ["run --port 8080 img", { port: 8080 }],
    ["run --port=8080 img", { port: 8080 }],
    ["run img --port 1 --port 2", { port: 2 }],
    ["run img -e A=1,2 -e B=3", { env: ["A=1,2", "B=3"] }],
    ["run img -eA=1", { env: ["A=1"] }],
    ["run img --tools a,b --tools c", { tools: ["a", "b", "c"] }],
    ["run img --timeout 2m30s", { timeout: 150_000 }],
    ["run img", { "isolate-network": true, timeout: 30_000, foreground: false }],
    ["run img --isolate-network=false", { "isolate-network": false }],
    ["run img --no-isolate-network", { "isolate-network": false }],
    ["run img --no-isolate-network --isolate-network", { "isolate-network": true }],
    ["run img --foreground=true", { foreground: true }],
    ["run img", { "no-wait": false }],
    ["run img --no-wait", { "no-wait": true }],
    ["run img -fe=A=1", { env: ["A=1"], foreground: true }],
    ["run img -e A=1 -fe B=2 --name=", { env: ["A=1", "B=2"], foreground: true, name: "" }],
    ["run img --no-wait=false", { "no-wait": false }],
  ])("%s", (line, flags) => {
    expect(read(line).invocation.flags).toMatchObject(flags);
  });

  test("keeps what stands after -- apart, even when it looks like a flag of ours", () => {
    const { invocation } = read("run img --port 1 -- --port 2 -x");
    expect(invocation).toMatchObject({ args: { server: "img" }, flags: { port: 1 }, rest: ["--port", "2", "-x"] });
  });

  test("does not take a flag's value for the --", () => {
    expect(read("run --name -- img").invocation).toMatchObject({
      args: { server: "img" },
      flags: { name: "--" },
      rest: [],
    });
  });

  test("takes a value from the environment when the flag is not given", () => {
    expect(read("run img", { NAME: "a" }).invocation).toMatchObject({ flags: { name: "a" }, given: new Set(["name"]) });
    expect(read("run img --name b", { NAME: "a" }).invocation.flags).toMatchObject({ name: "b" });
    expect(read("run img", { NAME: "" }).invocation.given).toEqual(new Set());
  });

  test("finds global flags wherever they stand", () => {
    expect(read("--json client status").globals.json).toBe(true);
    expect(read("client --json status").globals.json).toBe(true);
    expect(read("client status --json").globals.json).toBe(true);
  });
});

describe("a wrong line", () => {
  test.each([
    ["lst", 'unknown command "lst" for "thv"', undefined],
    ["client statsu", 'unknown command "statsu" for "thv client"', 'did you mean "status"?'],
    ["run img --isolate-netwrok", 'unknown flag "--isolate-netwrok"', 'did you mean "--isolate-network"?'],
    ["client status --format xml", 'flag "--format": "xml" is invalid; use one of text, json', undefined],
    ["run img --port many", 'flag "--port": "many" is invalid; it must be a whole number', undefined],
    [
      "run img --timeout soon",
      'flag "--timeout": "soon" is invalid; it must be a duration, such as 30s or 2m30s',
      undefined,
    ],
    ["run img --name", 'flag "--name" needs a value', undefined],
    ["rm", "missing workload", undefined],
    ["rm a -- --all", '"--all" after "--" is not taken by this command', undefined],
    ["run img another", "one argument too many", undefined],
  ])("%s", (line, message, hint) => {
    const failure = failureOf(() => read(line));
    expect(failure).toMatchObject({ exit: "usage", message: expect.stringContaining(message), ...(hint && { hint }) });
  });
});

function failureOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}
