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
  const flags: SectionRecord[] = [];
  const rest = body.replaceAll(
    /<Flag\s+name="([\w-]+)"([^>]*)>([\s\S]*?)<\/Flag>/g,
    (_, name: string, rule: string, text: string) => {
      // The row of a flag is a section of its own.
      flags.push({ heading: `--${name}`, anchor: `--${name}`, text: plain(`--${name} ${rule} ${text}`) });
      return "";
    },
  );
  const title = named("title") || page;
  return recordOf(page, { title, keywords: named("keywords"), sections: [...sectionsOf(rest), ...flags] });
}

function sectionsOf(body: string): SectionRecord[] {
  const sections: Array<Omit<SectionRecord, "text"> & { lines: string[] }> = [{ heading: "", anchor: "", lines: [] }];
  let isFenced = false;
  for (const line of body.split("\n")) {
    if (/^\s*```/.test(line)) {
      isFenced = !isFenced;
      continue;
    }
    const heading = isFenced ? undefined : /^#{2,6} (.*?)(?: *\{#([\w-]+)\})?$/.exec(line);
    if (heading) {
      const words = plain(heading[1] ?? "");
      sections.push({ heading: words, anchor: heading[2] ?? anchorOf(words), lines: [] });
    } else if (isFenced || !/^(?:import|export) /.test(line)) {
      sections.at(-1)!.lines.push(isFenced ? line : plain(line));
    }
  }
  return sections.map(({ lines, ...section }) => ({ ...section, text: lines.join("\n").trim() }));
}

/** Markdown and JSX without their marks. */
function plain(line: string): string {
  return line
    .replace(/<\/?[A-Za-z][^>]*>/g, " ")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]|^:::\w*|^\s*[|>]|\|/g, " ");
}
