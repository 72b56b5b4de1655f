/** Text that is markup already. Only `markup` makes it, so everything else is escaped when it is put in. */
export class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

type Part = Markup | string | number | undefined | readonly Part[];

/** A template whose holes are escaped; lists are joined, `undefined` is nothing. */
export function markup(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(texts.map((text, at) => text + rendered(parts[at])).join(""));
}

function rendered(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Markup) return part.toString();
  if (typeof part === "string" || typeof part === "number") return escaped(String(part));
  return part.map(rendered).join("");
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character]!);

/** Words as descriptions have them: what stands in backticks is code. */
export function prose(text: string): Markup {
  const parts = text.split("`");
  return markup`${parts.map((part, at) => (at % 2 === 1 && at < parts.length - 1 ? markup`<code>${part}</code>` : part))}`;
}
