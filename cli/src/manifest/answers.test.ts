import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { answerFields } from "./answer-fields-fixture.ts";
import { TREE } from "./tree.ts";

/** What scripts may rely on, by command. It only grows: fields of a new release are added here by hand. */
const recorded = JSON.parse(readFileSync(join(import.meta.dirname, "answer-fields.json"), "utf8")) as Record<
  string,
  readonly string[]
>;

test.each(Object.entries(recorded))("CM-29 the JSON of %s has every field it ever had", async (command, fields) => {
  const spec = TREE.find(({ words }) => words.join(" ") === command);
  const now = new Set(await answerFields(spec!));
  expect(fields.filter((field) => !now.has(field))).toEqual([]);
});

test("CM-29 every command with a result is recorded", () => {
  const commands = TREE.filter(({ answer }) => answer).map(({ words }) => words.join(" "));
  expect(Object.keys(recorded).toSorted()).toEqual(commands.toSorted());
});
