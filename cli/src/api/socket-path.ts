import { createHash } from "node:crypto";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { PRODUCT } from "@toolhaven/contract/product";
import type { Places } from "@toolhaven/engine/config/places";

/**
 * Where the server of a state folder listens for this user alone. Derived from the folder, so that several
 * installations live side by side; hashed, because a socket's path has at most 107 bytes.
 */
export function socketPath({ stateFolder, runtimeFolder }: Pick<Places, "stateFolder" | "runtimeFolder">): string {
  const home = createHash("sha256").update(stateFolder).digest("hex").slice(0, 16);
  const folder = runtimeFolder
    ? join(runtimeFolder, PRODUCT.prefix)
    : join(tmpdir(), `${PRODUCT.prefix}-${userInfo().uid}`);
  return join(folder, `${home}.sock`);
}
