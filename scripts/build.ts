import { join } from "node:path";
import { bundle } from "./bundle.ts";
import { root } from "./run.ts";

// What an earlier build left stays: a server that runs from here still reads its parts.
await bundle(join(root, "dist"), { isReleased: false }).catch(() => {
  // The reasons are printed already.
  process.exitCode = 1;
});
