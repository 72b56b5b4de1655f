import { load } from "./load.ts";
import type * as Shiki from "shiki";
import type { HighlighterGeneric, LanguageRegistration, ThemeRegistration } from "shiki";

/** Kinds of tokens that differ in look; each is a class of one letter (`src/css/code.css`). */
const KINDS = {
  m: ["comment", "punctuation.definition.comment"],
  s: ["string", "punctuation.definition.string"],
  k: ["keyword", "storage", "keyword.operator.expression"],
  c: ["constant.numeric", "constant.language", "constant.character", "support.constant"],
  f: ["entity.name.function", "support.function", "entity.name.command"],
  p: ["support.type.property-name", "entity.name.tag", "entity.other.attribute-name", "variable.other.property"],
  v: ["variable", "punctuation.definition.variable"],
  o: ["constant.other.option", "punctuation.definition.option"],
} as const;

/** Words after a command are plain text, though grammars call them strings. */
const PLAIN = ["string.unquoted.argument", "keyword.operator", "punctuation", "variable.other.normal.shell-argument"];

const LANGUAGES = [
  "bash",
  "docker",
  "go",
  "http",
  "ini",
  "json",
  "powershell",
  "python",
  "shellsession",
  "toml",
  "typescript",
  "yaml",
] as const;

const kinds = Object.keys(KINDS);
/** Stand-ins for colours, which the style sheet decides. */
const colorOf = (kind: string): string => `#00000${kinds.indexOf(kind) + 1}`;
const FOREGROUND = "#000000";

const theme: ThemeRegistration = {
  name: "kinds",
  type: "dark",
  fg: FOREGROUND,
  bg: "#ffffff",
  settings: [
    ...Object.entries(KINDS).map(([kind, scope]) => ({ scope: [...scope], settings: { foreground: colorOf(kind) } })),
    { scope: PLAIN, settings: { foreground: FOREGROUND } },
  ],
};

const promql: LanguageRegistration = {
  name: "promql",
  scopeName: "source.promql",
  repository: {},
  patterns: [
    { name: "comment.line", match: "#.*$" },
    { name: "string.quoted", match: "\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*'|`[^`]*`" },
    { name: "constant.numeric", match: "\\b\\d+(?:\\.\\d+)?(?:ms|[smhdwy])?\\b" },
    {
      name: "keyword.control",
      match: "\\b(?:by|without|on|ignoring|group_left|group_right|offset|bool|and|or|unless)\\b",
    },
    { name: "entity.name.function", match: "\\b[a-z_]+(?=\\s*\\()" },
    { name: "support.type.property-name", match: "\\b[a-zA-Z_]\\w*(?=\\s*(?:=~|!~|!=|=))" },
    { name: "variable.other", match: "\\b[a-zA-Z_:][\\w:]*\\b" },
  ],
};

let highlighter: Promise<HighlighterGeneric<string, string>> | undefined;

/** One string of HTML a line, with a `span` only where the look changes. An unknown language is plain text. */
export async function highlight(code: string, language: string): Promise<string[]> {
  const shiki = await load<typeof Shiki>("shiki");
  highlighter ??= shiki.createHighlighter({ themes: [theme], langs: [...LANGUAGES, promql] }) as Promise<
    HighlighterGeneric<string, string>
  >;
  const known = await highlighter;
  if (!known.getLoadedLanguages().includes(language)) return code.split("\n").map(escape);
  const lines = known.codeToTokensBase(code, { lang: language, theme: "kinds" });
  return lines.map((tokens) => {
    let html = "";
    let kind: string | undefined;
    for (const { content, color = FOREGROUND } of tokens) {
      // Blanks look the same in any colour; keeping the colour saves an element.
      const next = content.trim() === "" ? kind : kinds[Number(color.slice(1, 7)) - 1];
      if (next !== kind) html += `${kind ? "</span>" : ""}${next ? `<span class="${next}">` : ""}`;
      kind = next;
      html += escape(content);
    }
    return kind ? `${html}</span>` : html;
  });
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
