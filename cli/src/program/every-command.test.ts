import { describe, expect, test } from "vitest";
import { words } from "../manifest/shell-words.ts";
import type { CommandSpec } from "../manifest/spec.ts";
import { TREE } from "../manifest/tree.ts";
import { EXIT, type ExitName } from "./exit-codes.ts";
import { Failure } from "./failure.ts";
import { titleOf } from "./help.ts";
import { runLine } from "./line-fixture.ts";

type Row = readonly [title: string, spec: CommandSpec];
const rows = (specs: readonly CommandSpec[]): Row[] => specs.map((spec) => [titleOf(spec), spec]);
const leaves = TREE.filter(({ isGroup }) => !isGroup);
/** The words, and an argument for each that is required. */
const lineOf = ({ words: path, args }: CommandSpec): string[] => [
  ...path,
  ...args.filter(({ required }) => required).map(({ choices }) => choices?.[0] ?? "x"),
];

describe.each(rows(TREE))("the help of %s", (title, spec) => {
  const { words: path } = spec;

  test("CM-06 is the same however it is asked for, on stdout, without server, engine or settings", async () => {
    const asked = [
      [...path, "--help"],
      [...path, "-h"],
      ["--help", ...path],
      ["help", ...path],
    ];
    if (spec.isGroup) asked.push([...path]);
    for (const line of asked) {
      const { code, stdout, stderr } = await runLine(line);
      expect({ code, stderr, line }).toEqual({ code: 0, stderr: "", line });
      expect(stdout).toBe((await runLine(asked[0]!)).stdout);
    }
    const { stdout } = await runLine(asked[0]!);
    expect(stdout.split("\n")[0]).toMatch(new RegExp(`^${title}: `));
    expect(stdout).toMatch(/\nDocumentation: https:\/\/\S+\n$/);
  });

  test("CM-06 goes from what it is for, over how, to the details", async () => {
    const { stdout } = await runLine([...path, "--help"]);
    const titles = [...stdout.matchAll(/^([A-Z][\w ]+):/gm)].map(([, name]) => name!);
    const order = ["Usage", "Examples", "Arguments", "Global flags", "Environment", "Exit codes", "Documentation"];
    const shown = order.filter((name) => titles.includes(name));
    expect(titles.filter((name) => order.includes(name))).toEqual(shown);
    expect(shown).toEqual(expect.arrayContaining(["Usage", "Examples", "Global flags", "Exit codes"]));
  });
});

describe.each(rows(leaves.filter(({ flags }) => "format" in flags)))("%s", (_, spec) => {
  test("CM-07 refuses an unknown format and names the ones there are", async () => {
    for (const given of [["--format", "yml"], ["--format=yml"], ["--format="]]) {
      const { code, stdout, stderr } = await runLine([...lineOf(spec), ...given]);
      expect({ code, stdout }).toEqual({ code: EXIT.usage, stdout: "" });
      expect(stderr).toContain(spec.flags["format"]!.choices!.join(", "));
    }
  });
});

describe.each(rows(leaves))("%s", (_, spec) => {
  test("CM-07 takes no flag that it does not know, and says which was meant", async () => {
    for (const [name, { hidden }] of Object.entries(spec.flags)) {
      // One letter is missing; what is left may be a flag of its own.
      const typo = `--${name.slice(0, 2)}${name.slice(3)}`;
      if (hidden || name.length < 4 || typo.slice(2) in spec.flags) continue;
      const { code, stdout, stderr } = await runLine([...lineOf(spec), typo]);
      expect({ code, stdout }).toEqual({ code: EXIT.usage, stdout: "" });
      expect(stderr).toContain(`unknown flag "${typo}"`);
      expect(stderr).toContain(`"--${name}"`);
    }
  });

  test("CM-07 takes nothing after -- unless it says so", async () => {
    if (spec.rest !== undefined) return;
    const { code, stdout } = await runLine([...lineOf(spec), "--", "more"]);
    expect({ code, stdout }).toEqual({ code: EXIT.usage, stdout: "" });
  });
});

test.each(rows(leaves.filter(({ args }) => args.some(({ required }) => required))))(
  "CM-07 %s says which argument is missing",
  async (_, { words: path, args }) => {
    const { code, stderr } = await runLine(path);
    const { name } = args.find(({ required }) => required)!;
    expect({ code, stderr }).toEqual({ code: EXIT.usage, stderr: expect.stringContaining(`missing ${name}`) });
  },
);

test.each(rows(leaves.filter(({ args }) => !args.some(({ isVariadic }) => isVariadic))))(
  "CM-07 %s takes no more arguments than it has",
  async (_, spec) => {
    const optional = spec.args.filter(({ required }) => !required).length;
    const extra = Array.from({ length: optional + 1 }, () => "extra");
    const { code, stderr } = await runLine([...lineOf(spec), ...extra]);
    expect({ code, lines: stderr.trimEnd().split("\n").length }).toEqual({ code: EXIT.usage, lines: 2 });
  },
);

const slips = TREE.flatMap(({ words: path }): Array<readonly [string, CommandSpec, string]> => {
  const word = path.at(-1) ?? "";
  const slip = `${word.slice(0, 1)}${word[2]}${word[1]}${word.slice(3)}`;
  const parent = TREE.find((each) => each.words.join(" ") === path.slice(0, -1).join(" "))!;
  return word.length < 3 || slip === word || !parent.isGroup ? [] : [[slip, parent, word]];
});

test.each(slips)("CM-08 %s is a slip, and the right word is named", async (slip, { words: above }, word) => {
  const { code, stdout, stderr } = await runLine([...above, slip]);
  expect({ code, stdout }).toEqual({ code: EXIT.usage, stdout: "" });
  expect(stderr).toContain(`"${word}"`);
});

const FAILURES: ReadonlyArray<readonly [ExitName, string]> = [
  ["failure", "failure"],
  ["usage", "usage"],
  ["not found", "not_found"],
  ["not allowed", "not_allowed"],
  ["conflict", "conflict"],
  ["unreachable", "unreachable"],
  ["timed out", "timed_out"],
];

/** They print no JSON or ask no server: their failures are tested with the real program. */
const ASKS = leaves.filter(
  ({ answer, words: path }) =>
    answer && !/^(?:version|config (?!\S+-registry)|build|runtime|secret get|secret reset)/.test(path.join(" ")),
);

describe.each(rows(ASKS))("a failure of %s", (_, spec) => {
  test.each(FAILURES)("CM-09 %s is one JSON object on stderr with its code and exit code", async (exit, code) => {
    const openApi = () => Promise.reject(new Failure(exit, 'it "broke"', { hint: "mend it" }));
    const line = [...lineOf(spec), ...enough(spec), "--json"];
    const result = await runLine(line, { openApi, stdin: "value" });
    expect(result.stdout).toBe("");
    expect(JSON.parse(result.stderr)).toEqual({
      error: { code, exit_code: EXIT[exit], message: 'it "broke"', hint: "mend it" },
    });
    expect(result.code).toBe(EXIT[exit]);
    expect(result.stderr.trimEnd()).not.toContain("\n");
  });
});

/** What a line needs beside its arguments to get as far as the server. */
function enough({ words: path, flags }: CommandSpec): string[] {
  const name = path.join(" ");
  return [
    ...("yes" in flags ? ["--yes"] : []),
    ...(name.startsWith("mcp list") ? ["--server", "x"] : []),
    ...(name === "run" ? ["image"] : []),
    ...(["stop", "rm", "restart"].includes(name) ? ["x"] : []),
    ...(name === "secret setup" ? ["--provider", "none"] : []),
  ];
}

test("CM-10 an error before the line is understood is JSON too when the line asks for that", async () => {
  for (const line of [
    "lst --json",
    "list --bogus --json",
    "list --bogus --format json",
    "list --bogus --format=json",
  ]) {
    const { code, stdout, stderr } = await runLine(words(line));
    expect({ code, stdout }).toEqual({ code: EXIT.usage, stdout: "" });
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: "usage", exit_code: 2 } });
  }
});
