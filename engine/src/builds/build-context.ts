import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { AppError } from "@toolhaven/contract/errors";
import { type Header as FullHeader, pack, type Pack } from "tar-stream";
import { type LocalSource, openSource } from "./local-source.ts";
import type { Files } from "./recipe.ts";

type Header = Partial<FullHeader> & { readonly name: string };

/** The build context as a tar archive, made as it is read; never a copy on disk. */
export async function* buildContext(files: Files, source?: LocalSource): AsyncGenerator<Uint8Array> {
  const archive = pack();
  const writing = write(archive, files, source).catch((error: unknown) => archive.destroy(error as Error));
  try {
    yield* archive as AsyncIterable<Uint8Array>;
  } finally {
    archive.destroy();
    await writing;
  }
}

async function write(archive: Pack, files: Files, source: LocalSource | undefined): Promise<void> {
  for (const [name, content] of Object.entries(files)) archive.entry(plain({ name }), content);
  for (const entry of source?.entries ?? []) {
    const name = `source/${entry.path}`;
    if (entry.kind === "link") archive.entry(plain({ name, type: "symlink", linkname: entry.target }));
    else
      await writeFile(archive, plain({ name, size: entry.sizeBytes, mode: entry.mode }), {
        source: source!,
        path: entry.path,
      });
  }
  archive.finalize();
}

async function writeFile(
  archive: Pack,
  headers: Header,
  { source, path }: { source: LocalSource; path: string },
): Promise<void> {
  await using file = await openSource(source.root, path);
  const { size } = await file.stat();
  if (size !== headers.size) {
    throw new AppError(
      "internal",
      `cannot build the Go project in "${source.root}": "${path}" changed while it was read`,
    );
  }
  await new Promise<void>((resolve, reject) => {
    const entry = archive.entry(headers, (error) => (error ? reject(error) : resolve()));
    pipeline(file.createReadStream({ autoClose: false }), entry).catch(reject);
  });
}

/** Always the same for the same content: neither when nor by whom it was made. */
const plain = (headers: Header): Header => ({ mode: 0o644, mtime: new Date(0), uid: 0, gid: 0, ...headers });

/** What stands for the contents of files and texts, in any order of their names. */
export function contentHash(parts: Files): string {
  const hash = createHash("sha256");
  for (const [name, content] of Object.entries(parts).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${name}\0${Buffer.byteLength(content)}\0${content}\0`);
  }
  return hash.digest("hex");
}
