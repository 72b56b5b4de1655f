import { relative } from "node:path";
import type { ParseFrontMatter } from "@docusaurus/types";
import { site, slugOf } from "../content.ts";
import type { Dates } from "./dates.ts";

/**
 * Gives every page its address, and the date of its last change from one look at the history: asking for each file
 * by itself costs a process a page, and fails where there is no history.
 */
export function createFrontMatterParser(dates: Dates): ParseFrontMatter {
  return async ({ filePath, fileContent, defaultParseFrontMatter }) => {
    const { frontMatter, content } = await defaultParseFrontMatter({ filePath, fileContent });
    const slug = slugOf(filePath);
    if (slug === undefined) return { frontMatter, content };
    const date = dates.get(relative(site, filePath)) ?? dates.latest;
    return { frontMatter: { slug, last_update: { date }, ...frontMatter }, content };
  };
}
