import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PRODUCT } from "@toolhaven/contract/product";
import { ROOTS, site } from "./content.ts";

/** A page as it is written, taken apart as far as tests look at it. */
export interface Page {
  /** Path below the docs prefix, as in `routes.ts`. */
  readonly path: string;
  readonly frontMatter: Readonly<Record<string, string>>;
  readonly headings: readonly Heading[];
  readonly fences: readonly PageFence[];
  /** Lines that are neither front matter nor code. */
  readonly prose: string;
}

export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly id: string;
}

export interface PageFence {
  readonly language: string;
  readonly meta: string;
  readonly code: string;
  /** Of its first line in the file, from 1. */
  readonly line: number;
  /** The tab it stands in, by the tab's value. */
  readonly tab: string | undefined;
}

/** Pages that people write; generated ones below `reference/` are not among them. */
export function writtenPages(): Page[] {
  const folder = join(site, ROOTS.written, PRODUCT.prefix);
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".mdx") && !file.startsWith("reference/") && !/(?:^|\/)_/.test(file))
    .toSorted()
    .map((file) => {
      return readPage(file.replace(/\.mdx$/, ""), readFileSync(join(folder, file), "utf8"));
    });
}

export function readPage(path: string, source: string): Page {
  const lines = source.split("\n");
  const end = lines[0] === "---" ? lines.indexOf("---", 1) : -1;
  const { fences, outside } = splitFences(lines, end + 1);
  return {
    path,
    frontMatter: frontMatterOf(lines.slice(1, end)),
    headings: headingsOf(outside),
    fences,
    ...proseOf(outside),
  };
}

const proseOf = (lines: readonly string[]): { prose: string } => ({ prose: lines.join("\n") });

function frontMatterOf(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const [, key = line, value = ""] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
      return [key, value.replace(/^"(.*)"$/, "$1")];
    }),
  );
}

function splitFences(lines: readonly string[], first: number): { fences: PageFence[]; outside: string[] } {
  const fences: PageFence[] = [];
  const outside: string[] = [];
  let open: (Omit<PageFence, "code"> & { indent: string; code: string[] }) | undefined;
  let tab: string | undefined;
  for (const [index, line] of lines.entries()) {
    if (index < first) continue;
    const [, indent = "", info] = /^(\s*)```(.*)$/.exec(line) ?? [];
    if (info === undefined && open) open.code.push(line.replace(open.indent, ""));
    else if (info === undefined) {
      outside.push(line);
      tab = /<TabItem value="([^"]+)"/.exec(line)?.[1] ?? (line.includes("</TabItem>") ? undefined : tab);
    } else if (open) {
      const { indent: _, code, ...fence } = open;
      fences.push({ ...fence, code: code.join("\n") });
      open = undefined;
    } else {
      const [language = "", ...meta] = info.trim().split(" ");
      open = { indent, language, meta: meta.join(" "), code: [], line: index + 1, tab };
    }
  }
  if (open) throw new Error(`the code that starts in line ${open.line} has no end`);
  return { fences, outside };
}

function headingsOf(lines: readonly string[]): Heading[] {
  const taken = new Map<string, number>();
  return lines.flatMap((line) => {
    const [, marks, text = "", own] = /^(#{1,6})\s+(.*?)(?:\s+\{#([\w-]+)\})?\s*$/.exec(line) ?? [];
    if (marks === undefined) return [];
    const slug = own ?? slugOf(text);
    const times = taken.get(slug) ?? 0;
    taken.set(slug, times + 1);
    return [{ level: marks.length, text, id: times === 0 ? slug : `${slug}-${times}` }];
  });
}

/** As the site's engine makes them: lower case, hyphens for blanks, no other punctuation. */
const slugOf = (text: string): string =>
  text
    .replaceAll(/[`*]|\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
