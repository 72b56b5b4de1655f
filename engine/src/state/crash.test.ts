import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { crashEverywhere } from "./crash-everywhere.ts";
import { openDocuments } from "./documents.ts";

const PROGRAM = `
  import { acknowledge, folder } from "./fault-fs.ts";
  import { z } from "zod";
  import { openDocuments } from "./documents.ts";

  const documents = await openDocuments(folder + "/things", z.object({ size: z.number() }));
  const changes = [
    () => documents.write("a", { size: 1 }),
    () => documents.write("a", { size: 2 }),
    () => documents.write("b", { size: 3 }),
    () => documents.remove("a"),
    () => documents.write("a", { size: 4 }),
  ];
  for (const change of changes) {
    await change();
    acknowledge();
  }
`;

/** What the documents are after so many changes. */
const AFTER = [{}, { a: 1 }, { a: 2 }, { a: 2, b: 3 }, { b: 3 }, { a: 4, b: 3 }];

test("ST-01 wherever a process dies or the power goes, no acknowledged document is lost and none is half-written", async () => {
  const kills = await crashEverywhere({
    program: PROGRAM,
    besides: import.meta.dirname,
    async verify({ folder, acknowledged }) {
      const documents = await openDocuments(join(folder, "things"), z.object({ size: z.number() }));
      const found = Object.fromEntries([...(await documents.readAll())].map(([name, { size }]) => [name, size]));
      expect([AFTER[acknowledged], AFTER[acknowledged + 1]]).toContainEqual(found);
    },
  });

  expect(kills).toBeGreaterThan(5 * AFTER.length);
}, 120_000);
