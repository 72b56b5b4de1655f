import { termsOf } from "../engine/tokenize.ts";
import type { LocalService } from "../local/service.ts";
import type { Source } from "./assistant.ts";

/** A part of the documentation that bears on a question. */
export interface Passage extends Source {
  readonly text: string;
}

export interface RetrieveOptions {
  readonly tags: readonly string[];
  readonly max: number;
  /** Most letters of each passage. */
  readonly length: number;
}

export type Retrieve = (question: string, options: RetrieveOptions) => Promise<Passage[]>;

/** At most two passages of a page, so that one page does not crowd out the others. */
const MAX_OF_PAGE = 2;

export function createRetrieve(service: () => LocalService): Retrieve {
  return async (question, { tags, max, length }) => {
    const { pages } = await service().search(question, { tags, from: 0, max });
    const places = pages.flatMap(({ hit }) =>
      hit.sections.slice(0, MAX_OF_PAGE).map(({ section, heading, anchor, terms }) => ({
        textFile: hit.textFile,
        section,
        terms,
        title: heading === "" ? hit.title : `${hit.title}: ${heading}`,
        url: anchor === "" ? hit.url : `${hit.url}#${anchor}`,
      })),
    );
    const texts = await service().texts(places);
    return places
      .map(({ title, url, terms }, number) => ({ title, url, text: excerptOf(texts[number] ?? "", terms, length) }))
      .filter(({ text }) => text !== "")
      .slice(0, max);
  };
}

/** The lines of a text that speak most of the terms, with as many after and before them as fit. */
export function excerptOf(text: string, terms: readonly string[], length: number): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0) return "";
  const wanted = new Set(terms);
  const counts = lines.map((line) => new Set(termsOf(line).filter((term) => wanted.has(term))).size);
  let from = counts.indexOf(Math.max(...counts));
  let to = from + 1;
  let size = lines[from]!.length;
  for (;;) {
    if (to < lines.length && size + lines[to]!.length <= length) size += lines[to++]!.length;
    else if (from > 0 && size + lines[from - 1]!.length <= length) size += lines[--from]!.length;
    else break;
  }
  const excerpt = lines.slice(from, to).join("\n");
  return excerpt.length <= length ? excerpt : `${excerpt.slice(0, excerpt.lastIndexOf(" ", length))} …`;
}
