import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dropRepeats } from "../../src/search/engine/drop-repeats.ts";
import { createIndexFile } from "../../src/search/engine/index-file.ts";
import type { PageRecord } from "../../src/search/engine/page-record.ts";
import { INDEX_FOLDER } from "../../src/search/local/index-folder.ts";
import { extractPage } from "./extract.ts";

export interface WriteIndexOptions {
  /** Folder of the built site. */
  readonly build: string;
  readonly locale: string;
  /** Where the site is served from, e.g. `/`. */
  readonly baseUrl: string;
}

/** Reads every built page and writes the index and the pages' texts beside them. Answers how many pages it holds. */
export function writeIndex({ build, locale, baseUrl }: WriteIndexOptions): number {
  const read = (file: string): PageRecord[] => recordOf(file, readFileSync(join(build, file), "utf8"), baseUrl);
  const pages = dropRepeats(pageFiles(build).flatMap(read));
  if (pages.length === 0) throw new Error(`cannot index "${build}": it holds no pages`);
  const folder = join(build, INDEX_FOLDER);
  mkdirSync(folder, { recursive: true });
  const textFiles = pages.map(({ sections }) => {
    const texts = JSON.stringify(sections.map(({ text }) => text));
    // Named by content: a page whose text changed has a new file, and caches never hold a wrong one.
    const name = createHash("sha256").update(texts).digest("base64url").slice(0, 10);
    writeFileSync(join(folder, `${name}.json`), texts);
    return name;
  });
  writeFileSync(join(folder, "index.json"), JSON.stringify(createIndexFile({ locale, pages, textFiles })));
  return pages.length;
}

function pageFiles(build: string): string[] {
  return readdirSync(build, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".html") && file !== "404.html")
    .toSorted();
}

function recordOf(file: string, html: string, baseUrl: string): PageRecord[] {
  const { isHidden, canonical, ...page } = extractPage(html);
  if (isHidden || page.sections.length === 0) return [];
  const url = canonical ? new URL(canonical).pathname : baseUrl + file.replace(/(?:^|\/)index\.html$|\.html$/, "");
  return [{ ...page, url }];
}
