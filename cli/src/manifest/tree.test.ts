import { describe, expect, test } from "vitest";
import { MODULES } from "../commands/modules.ts";
import { findCommand } from "../program/find-command.ts";
import { helpFor, slugOf, titleOf } from "../program/help.ts";
import { parse } from "../program/parse.ts";
import { words } from "./shell-words.ts";
import { TREE } from "./tree.ts";

const leaves = TREE.filter(({ isGroup }) => !isGroup);
/** What these print is not a result, or is for another program by nature. */
const WITHOUT_JSON = new Set([
  "serve",
  "proxy",
  "proxy stdio",
  "proxy tunnel",
  "inspector",
  "mcp serve",
  "completion",
  "help",
  "schema",
]);

test("CM-01 every documented command is there, and nothing else but completion, help and schema", () => {
  expect(TREE.map(slugOf).toSorted()).toMatchSnapshot();
  expect(TREE).toHaveLength(79);
});

describe("CM-02 a flag means one thing", () => {
  test("a letter stands for the same flag everywhere", () => {
    const meanings = new Map<string, Set<string>>();
    for (const { flags } of TREE) {
      for (const [name, { short }] of Object.entries(flags)) {
        if (short) meanings.set(short, (meanings.get(short) ?? new Set()).add(name));
      }
    }
    expect([...meanings].filter(([, names]) => names.size > 1)).toEqual([]);
  });

  test("a flag takes the same kind of value everywhere, or a list where it takes one", () => {
    const kinds = new Map<string, Set<boolean>>();
    for (const { flags } of TREE) {
      for (const [name, { kind }] of Object.entries(flags)) {
        kinds.set(name, (kinds.get(name) ?? new Set()).add(kind === "boolean"));
      }
    }
    expect([...kinds].filter(([, found]) => found.size > 1)).toEqual([]);
  });

  test("no command has a flag of its own with the name of a global one", () => {
    const clashes = TREE.filter(({ flags }) =>
      ["json", "quiet", "debug", "help", "no-input", "color"].some((name) => name in flags),
    );
    expect(clashes).toEqual([]);
  });
});

describe.each(leaves.map((spec) => [titleOf(spec), spec] as const))("%s", (_, spec) => {
  test("CM-03 has a module, two examples that parse, and JSON where it has a result", () => {
    expect(MODULES).toHaveProperty([spec.words.join(" ")]);
    expect(spec.examples.length).toBeGreaterThanOrEqual(2);
    for (const { line } of spec.examples) {
      const [program, ...rest] = words(line);
      expect(program).toBe("thv");
      const found = findCommand(rest, TREE);
      expect(found.spec.words).toEqual(spec.words);
      parse(found, {});
    }
    if (WITHOUT_JSON.has(spec.words.join(" "))) return;
    expect(spec.flags["format"]?.choices).toContain("json");
    expect(spec.answer).toBeDefined();
  });

  test("CM-28 takes --timeout, with a default, where it waits, and says that it may give up", () => {
    const { timeout } = spec.flags;
    expect(spec.exits.includes("timed out")).toBe(timeout !== undefined);
    expect(timeout?.kind ?? "duration").toBe("duration");
    expect(timeout?.default ?? 1).toBeGreaterThan(0);
  });

  test("CM-37 takes every secret from a file, too, and warns of those on the line", () => {
    const secrets = Object.keys(spec.flags).filter(
      (name) => /secret$|token$|password$/.test(name) && name !== "secret",
    );
    for (const name of secrets) {
      expect(spec.flags).toHaveProperty([`${name}-file`, "complete"], "files");
      expect(spec.flags[name]).toMatchObject({ deprecated: `--${name}-file`, env: expect.any(String) });
    }
  });

  test("CM-04 says everything in lower-case lines without full stops", () => {
    for (const { summary } of [spec, ...spec.args, ...Object.values(spec.flags)]) {
      expect(summary).toMatch(/^[^A-Z\n][^\n]*[^.]$|^[A-Z]{2,}[^\n]*[^.]$|^[A-Z] |^OTLP/);
    }
  });
});

test.each(TREE.map((spec) => [titleOf(spec), spec] as const))(
  "CM-05 the help of %s fits into 80 columns",
  (_, spec) => {
    const long = helpFor(spec, TREE, 80)
      .split("\n")
      .filter((line) => line.length > 80 && !line.startsWith("Documentation:") && !line.startsWith("  thv "));
    expect(long).toEqual([]);
  },
);
