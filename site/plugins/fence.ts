/** What a code fence says after its language, and with comments inside: `title="…" {1,3-4} showLineNumbers`. */
export interface Fence {
  readonly code: string;
  readonly title: string | undefined;
  readonly alt: string | undefined;
  readonly isNumbered: boolean;
  /** Lines that stand out, from 1. */
  readonly marked: ReadonlySet<number>;
}

const COMMENT = /^\s*(?:#|\/\/|--|<!--|rem)\s*highlight-(next-line|start|end)\s*(?:-->)?\s*$/i;

export function readFence(source: string, meta: string): Fence {
  const lines: string[] = [];
  const marked = new Set(rangesOf(/\{([\d,\s-]+)\}/.exec(meta)?.[1] ?? ""));
  let isInside = false;
  let isNext = false;
  for (const line of source.replace(/\n$/, "").split("\n")) {
    const order = COMMENT.exec(line)?.[1]?.toLowerCase();
    if (order === "next-line") isNext = true;
    else if (order !== undefined) isInside = order === "start";
    else {
      lines.push(line);
      if (isInside || isNext) marked.add(lines.length);
      isNext = false;
    }
  }
  const textOf = (name: string): string | undefined => new RegExp(`\\b${name}=(["'])(.*?)\\1`).exec(meta)?.[2];
  return {
    code: lines.join("\n"),
    title: textOf("title"),
    alt: textOf("alt"),
    isNumbered: /\bshowLineNumbers\b/.test(meta),
    marked,
  };
}

function rangesOf(text: string): number[] {
  return (text.match(/\d+(?:-\d+)?/g) ?? []).flatMap((range) => {
    const [from = 0, to = from] = range.split("-").map(Number);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}
