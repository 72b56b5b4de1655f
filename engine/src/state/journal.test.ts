import { appendFile, mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openJournal } from "./journal.ts";

const freshPath = async (): Promise<string> =>
  join(await mkdtemp(join(tmpdir(), "thv-journal-")), "sessions", "a.jsonl");

test("entries come back in the order they were appended", async () => {
  const path = await freshPath();
  const journal = openJournal(path);
  await Promise.all([1, 2, 3].map((n) => journal.append({ n })));

  expect(await openJournal(path).read()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test("a line cut off by a crash is left out and does not spoil the next one", async () => {
  const path = await freshPath();
  await openJournal(path).append({ n: 1 });
  await appendFile(path, '{"n": 2');

  const journal = openJournal(path);
  expect(await journal.read()).toEqual([{ n: 1 }]);
  await journal.append({ n: 3 });

  expect(await openJournal(path).read()).toEqual([{ n: 1 }, { n: 3 }]);
});

test("replacing leaves exactly the new entries", async () => {
  const path = await freshPath();
  const journal = openJournal(path);
  await journal.append({ n: 1 });
  await journal.replace([{ n: 9 }]);
  await journal.append({ n: 10 });

  expect(await readFile(path, "utf8")).toBe('{"n":9}\n{"n":10}\n');
});

test("a journal that was never written is empty", async () => {
  expect(await openJournal(await freshPath()).read()).toEqual([]);
});
