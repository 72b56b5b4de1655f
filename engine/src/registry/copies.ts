import { createHash } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";
import { readIfThere, writeDurably } from "../state/durable-file.ts";
import { locationOf, type Source } from "./choice.ts";

const Head = z.object({
  format: z.literal(1),
  /** RFC 3339. */
  modified: z.string(),
  etag: z.string().optional(),
  last_modified: z.string().optional(),
});

/** What a source last said that could be used. */
export interface Copy extends Omit<z.infer<typeof Head>, "format"> {
  readonly text: string;
}

/** The last good document of a source, kept on disk for times when the source is out of reach. */
export interface Copies {
  /** `undefined` when there is none, or none that can be understood: it is only a copy. */
  read(source: Source): Promise<Copy | undefined>;
  write(source: Source, copy: Copy): Promise<void>;
  /** Removes the copies of every other source. */
  keepOnly(source: Source): Promise<void>;
}

/** A file each: a line that says what it is, then the document as it came. */
export function copiesIn(folder: string): Copies {
  const pathOf = (source: Source): string => {
    const digest = createHash("sha256")
      .update(`${source.type} ${locationOf(source)}`)
      .digest("hex");
    return join(folder, `copy-${digest.slice(0, 32)}`);
  };
  return {
    async read(source) {
      const content = (await readIfThere(pathOf(source))) ?? "";
      const end = content.indexOf("\n");
      const head = Head.safeParse(parseHead(content.slice(0, Math.max(end, 0))));
      return head.success ? { ...head.data, text: content.slice(end + 1) } : undefined;
    },
    write: (source, { text, ...head }) =>
      writeDurably(pathOf(source), `${JSON.stringify({ format: 1, ...head })}\n${text}`),
    async keepOnly(source) {
      const keep = basename(pathOf(source));
      const others = (await filesIn(folder)).filter((file) => /^\.?copy-/.test(file) && file !== keep);
      await Promise.all(others.map((file) => rm(join(folder, file), { force: true })));
    },
  };
}

function parseHead(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
