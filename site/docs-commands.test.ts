import { expect, test } from "vitest";
import { TREE } from "../cli/src/manifest/tree.ts";
import { findCommand } from "../cli/src/program/find-command.ts";
import { parse } from "../cli/src/program/parse.ts";
import { writtenPages } from "./docs-source.ts";

/** Every command line of a page that starts the program, with the variables in front of it left out. */
const lines = writtenPages().flatMap(({ path, fences }) =>
  fences
    .filter(({ language }) => language === "bash")
    .flatMap(({ code }) => code.replaceAll(/\\\n\s*/g, " ").split("\n"))
    .flatMap((line) => /(?:^|[\s(])thv( .*)?$/.exec(line.replace(/^(?:\w+=(?:"[^"]*"|\S+) )+/, ""))?.[1] ?? [])
    .map((line) => ({ path, line: line.trim() })),
);

test("there are commands to look at", () => {
  expect(lines.length).toBeGreaterThan(80);
});

test.each(lines)("WP-06 $path: thv $line is a command with flags that it takes", ({ line }) => {
  expect(() => parse(findCommand(wordsOf(line), TREE), {})).not.toThrow();
});

/** As far as pages go: quotes group, and what is redirected is not part of the command. */
function wordsOf(line: string): string[] {
  const [command = ""] = line.split(/\s(?:<|>|>>|\|)\s|\)'? >>/, 1);
  return [...command.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) => word.replaceAll(/["']/g, ""));
}
