import { acknowledge, folder } from "./fault-fs.ts";
import { z } from "zod";
import { openDocuments } from "./documents.ts";

// The program that crash.test.ts kills.
const documents = await openDocuments(`${folder}/things`, z.object({ size: z.number() }));

const changes: ReadonlyArray<() => Promise<void>> = [
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
