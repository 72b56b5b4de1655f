import { mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { fromFileName, openDocuments, toFileName } from "./documents.ts";

const Thing = z.object({ size: z.number() });
const freshFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "thv-documents-"));

test("a written document is read back by the next opener", async () => {
  const folder = await freshFolder();
  await (await openDocuments(folder, Thing)).write("Fetch.1", { size: 3 });

  expect(await (await openDocuments(folder, Thing)).readAll()).toEqual(new Map([["Fetch.1", { size: 3 }]]));
});

test("a removed document stays removed, and removing it twice is fine", async () => {
  const documents = await openDocuments(await freshFolder(), Thing);
  await documents.write("a", { size: 1 });
  await documents.remove("a");
  await documents.remove("a");

  expect(await documents.readAll()).toEqual(new Map());
});

test("opening removes what an interrupted write left and keeps the document it was for", async () => {
  const folder = await freshFolder();
  await (await openDocuments(folder, Thing)).write("a", { size: 1 });
  await writeFile(join(folder, ".a.json.0000.tmp"), '{"si');

  const documents = await openDocuments(folder, Thing);

  expect(await documents.readAll()).toEqual(new Map([["a", { size: 1 }]]));
  expect(await readdir(folder)).toEqual(["a.json"]);
});

test("ST-02 a document that cannot be understood is an error that names its file", async () => {
  const folder = await freshFolder();
  const documents = await openDocuments(folder, Thing);
  await writeFile(join(folder, "broken.json"), '{"size": "three"}');

  await expect(documents.readAll()).rejects.toThrow(/broken\.json/);
});

test("names that differ only in case are different files, and every name survives the round trip", () => {
  const name = fc.stringMatching(/^[A-Za-z0-9._-]{1,100}$/);
  fc.assert(
    fc.property(name, name, (a, b) => {
      expect(fromFileName(toFileName(a))).toBe(a);
      expect(toFileName(a).toLowerCase() === toFileName(b).toLowerCase()).toBe(a === b);
    }),
  );
});
