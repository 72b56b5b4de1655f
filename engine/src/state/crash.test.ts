import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { crashEverywhere } from "./crash-everywhere.ts";
import { openDocuments } from "./documents.ts";

/** What the documents are after so many changes of the program. */
const AFTER = [{}, { a: 1 }, { a: 2 }, { a: 2, b: 3 }, { b: 3 }, { a: 4, b: 3 }];

test("ST-01 wherever a process dies or the power goes, no acknowledged document is lost and none is half-written", async () => {
  const kills = await crashEverywhere({
    program: new URL("crash-program.ts", import.meta.url),
    async verify({ folder, acknowledged }) {
      const documents = await openDocuments(join(folder, "things"), z.object({ size: z.number() }));
      const found = Object.fromEntries([...(await documents.readAll())].map(([name, { size }]) => [name, size]));
      expect([AFTER[acknowledged], AFTER[acknowledged + 1]]).toContainEqual(found);
    },
  });

  expect(kills).toBeGreaterThan(5 * AFTER.length);
}, 120_000);
