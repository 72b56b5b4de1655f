import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";

export interface StaticFile {
  readonly type: string;
  readonly etag: string;
  /** Its name holds a hash of its content, so it never changes. */
  readonly isHashed: boolean;
  readonly body: Buffer;
  /** Compressed when the site was built, by name of the coding. */
  readonly codings: ReadonlyMap<"br" | "gzip", Buffer>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".yaml": "application/yaml; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
};
const CODINGS = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

/** All files of a built site by address path; a site is some ten megabytes, so it is held in memory. */
export function readFiles(folder: string): ReadonlyMap<string, StaticFile> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
  const known = new Set(names);
  const files = new Map<string, StaticFile>();
  for (const name of names) {
    if (/\.(?:br|gz)$/.test(name)) continue;
    const path = join(folder, name);
    const { mtimeMs, size } = statSync(path);
    files.set(`/${relative(folder, path).split(sep).join("/")}`, {
      type: TYPES[extname(name)] ?? "application/octet-stream",
      etag: `"${Math.trunc(mtimeMs).toString(36)}-${size.toString(36)}"`,
      isHashed: /^assets[\\/].*\b[0-9a-f]{8,}\.\w+$/.test(name),
      body: readFileSync(path),
      codings: new Map(
        CODINGS.filter(([, ending]) => known.has(name + ending)).map(([coding, ending]) => [
          coding,
          readFileSync(path + ending),
        ]),
      ),
    });
  }
  return files;
}
