import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { anchorOf } from "../engine/index-file.ts";
import type { PageRecord, SectionRecord } from "../engine/page-record.ts";
import { recordOf } from "./fixture-pages.ts";

const folder = join(import.meta.dirname, "../../../docs/toolhaven");

/** The pages that are written so far, read from their Markdown: near enough to the built pages to judge ranking. */
export function writtenPages(): PageRecord[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.mdx?$/.test(path) && !/(?:^|\/)_/.test(path))
    .map((path) => pageFrom(path.replace(/\.mdx?$/, ""), readFileSync(join(folder, path), "utf8")));
}

export function pageFrom(page: string, source: string): PageRecord {
  const [, front = "", body = source] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
  const named = (key: string): string => new RegExp(`^${key}: *["']?(.*?)["']?$`, "m").exec(front)?.[1] ?? "";
  const sections: Array<SectionRecord & { lines: string[] }> = [{ heading: "", anchor: "", text: "", lines: [] }];
  let isFenced = false;
  for (const line of body.split("\n")) {
    if (/^\s*```/.test(line)) {
      isFenced = !isFenced;
      continue;
    }
    const heading = isFenced ? undefined : /^#{2,6} (.*?)(?: *\{#([\w-]+)\})?$/.exec(line);
    if (heading) {
      const words = plain(heading[1] ?? "");
      sections.push({ heading: words, anchor: heading[2] ?? anchorOf(words), text: "", lines: [] });
    } else if (isFenced || !/^(?:import|export) /.test(line)) {
      sections.at(-1)!.lines.push(isFenced ? line : plain(line));
    }
  }
  const title = named("title") || page;
  return recordOf(page, {
    title,
    keywords: named("keywords"),
    sections: sections.map(({ heading, anchor, lines }) => ({ heading, anchor, text: lines.join("\n").trim() })),
  });
}

/** Markdown and JSX without their marks. */
function plain(line: string): string {
  return line
    .replace(/<\/?[A-Za-z][^>]*>/g, " ")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]|^:::\w*|^\s*[|>]|\|/g, " ");
}
