import { readFile } from "node:fs/promises";
import { usage } from "../../program/failure.ts";

/** A file that a line names. @throws Failure `usage` */
export async function readText(path: string): Promise<string> {
  return readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw usage(`"${path}" cannot be read: ${cause.code === "ENOENT" ? "there is no such file" : cause.message}`);
  });
}
