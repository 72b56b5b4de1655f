import { PRODUCT } from "@toolhaven/contract/product";
import { GLOBAL_FLAGS } from "../manifest/flags.ts";
import type { Arg, CommandSpec, Flag, Flags } from "../manifest/spec.ts";
import { EXIT, EXIT_MEANING } from "../program/exit-codes.ts";
import { childrenOf as childrenIn, specOf } from "../program/find-command.ts";
import { defaultText, exitsOf, pagePath, titleOf, topics, usageLines } from "../program/help.ts";
import { guideFor } from "./guides.ts";
import { attribute, fence, inlineCode, prose, sentence, table } from "./mdx.ts";

const MADE = "{/* Made by scripts/generate-cli-pages.ts from cli/src/manifest: change it there. */}";
const IMPORT = 'import { Flag, Flags } from "@site/src/components/reference/Flags";';
/** The flags that every command has are one file, which the pages include. */
export const GLOBAL_FLAGS_FILE = "_global-flags.mdx";

/** The reference page of one command, as MDX. */
export function commandPage(spec: CommandSpec, tree: readonly CommandSpec[]): string {
  const title = titleOf(spec);
  const sections = [
    `<p className="lead">${sentence(summaryOf(spec))}</p>`,
    ...spec.description.map(sentence),
    `## Usage\n\n${fence("bash", usageLines(spec, tree).join("\n"))}${alias(spec)}`,
    examples(spec),
    commands(spec, tree),
    spec.args.length > 0 && `## Arguments\n\n${table(["Argument", "Meaning"], spec.args.map(argRow))}`,
    flags(spec),
    `## Global flags\n\n<GlobalFlags />`,
    environment(spec),
    `## Exit codes\n\n${table(
      ["Code", "Meaning"],
      exitsOf(spec).map((name) => [String(EXIT[name]), prose(EXIT_MEANING[name])]),
    )}`,
    spec.answer && output(title),
    seeAlso(spec, tree),
  ];
  const hasFlags = topics(spec.flags).length > 0;
  return [
    [
      "---",
      `title: ${title}`,
      `description: ${JSON.stringify(descriptionOf(spec))}`,
      "custom_edit_url: null",
      "---",
    ].join("\n"),
    MADE,
    [...(hasFlags ? [IMPORT] : []), `import GlobalFlags from "./${GLOBAL_FLAGS_FILE}";`].join("\n"),
    ...sections.filter(Boolean),
    "",
  ].join("\n\n");
}

/** What stands under "Global flags" on every page. */
export function globalFlagsPartial(): string {
  return [MADE, IMPORT, flagTable("Global flags", GLOBAL_FLAGS), ""].join("\n\n");
}

/** In the order of their names: that of the manifest is not for readers. */
function childrenOf(spec: CommandSpec, tree: readonly CommandSpec[]): CommandSpec[] {
  return childrenIn(spec, tree).toSorted((a, b) => (titleOf(a) < titleOf(b) ? -1 : 1));
}

function descriptionOf(spec: CommandSpec): string {
  const summary = summaryOf(spec);
  const title = titleOf(spec);
  const what = spec.isGroup
    ? `the commands below ${title}, with a page each`
    : `usage, examples, flags and exit codes of the command ${title}`;
  return `${summary[0]?.toUpperCase()}${summary.slice(1)}: ${what}.`;
}

/** The program's own summary is the tagline in lower case, which is no help where words have capitals. */
const summaryOf = ({ words, summary }: CommandSpec): string => (words.length === 0 ? PRODUCT.tagline : summary);

function alias({ alias: word, words }: CommandSpec): string {
  if (!word) return "";
  return `\n\n${inlineCode([PRODUCT.binary, ...words.slice(0, -1), word].join(" "))} is the same.`;
}

function examples({ examples: list }: CommandSpec): string | false {
  if (list.length === 0) return false;
  return `## Examples\n\n${list.map(({ line, does }) => `${sentence(does).replace(/\.$/, ":")}\n\n${fence("bash", line)}`).join("\n\n")}`;
}

function commands(spec: CommandSpec, tree: readonly CommandSpec[]): string | false {
  const children = childrenOf(spec, tree);
  if (children.length === 0) return false;
  const rows = children.map((child) => [
    `[${inlineCode(child.words.at(-1)!)}](${pagePath(child)})`,
    prose(child.summary),
  ]);
  return `## Commands\n\n${table(["Command", "What it does"], rows)}`;
}

function argRow({ name, summary, required, isVariadic, choices }: Arg): string[] {
  const notes = [
    choices && `one of ${choices.map(inlineCode).join(", ")}`,
    !required && "may be left out",
    isVariadic && "may be repeated",
  ].filter(Boolean);
  const text = notes.length > 0 ? `${prose(summary)}; ${notes.join("; ")}` : prose(summary);
  return [inlineCode(name.toUpperCase()), text];
}

function flags(spec: CommandSpec): string | false {
  const isGeneral = ([topic]: readonly [string, Flags]): boolean => topic === "Flags";
  const all = topics(spec.flags);
  const list = [...all.filter((topic) => !isGeneral(topic)), ...all.filter(isGeneral)];
  if (list.length === 0) return false;
  if (list.length === 1) return `## Flags\n\n${flagTable("Flags", list[0]![1])}`;
  const parts = list.map(([topic, own]) => {
    const title = topic === "Flags" ? "Other flags" : topic;
    return `### ${title}\n\n${flagTable(title, own)}`;
  });
  return `## Flags\n\n${parts.join("\n\n")}`;
}

function flagTable(title: string, own: Flags): string {
  const rows = Object.entries(own).map(([name, flag]) => flagRow(name, flag));
  return `<Flags title="${title}">\n${rows.join("\n")}\n</Flags>`;
}

function flagRow(name: string, flag: Flag): string {
  const { kind, short, value, choices, env, deprecated, summary } = flag;
  const takes = kind === "boolean" ? undefined : (value ?? (choices ? "CHOICE" : kind.toUpperCase()));
  const attributes = [
    attribute("name", name),
    attribute("short", short),
    attribute("value", takes),
    attribute("byDefault", defaultText(kind, flag.default)?.replace(/^default /, "")),
    attribute("choices", choices?.join(" ")),
    attribute("env", env),
    attribute("repeats", kind === "list" || kind === "array" ? kind : undefined),
    attribute("instead", deprecated),
  ];
  return `<Flag${attributes.join("")}>${prose(summary)}</Flag>`;
}

function environment(spec: CommandSpec): string | false {
  const named = Object.entries({ ...spec.flags, ...GLOBAL_FLAGS }).flatMap(([name, flag]: [string, Flag]) =>
    flag.env && !flag.hidden ? [[inlineCode(flag.env), `what ${inlineCode(`--${name}`)} gives; the flag wins`]] : [],
  );
  return named.length > 0 && `## Environment\n\n${table(["Variable", "Meaning"], named)}`;
}

function output(title: string): string {
  const words = title.split(" ").slice(1).join(" ");
  return [
    "## Output for programs",
    "With `--json` the result is printed as JSON, and a failure as a JSON object on the standard error. The JSON Schema of the result:",
    fence("bash", `${PRODUCT.binary} schema ${words}`),
  ].join("\n\n");
}

function seeAlso(spec: CommandSpec, tree: readonly CommandSpec[]): string {
  const parent = spec.words.length > 0 ? specOf(spec.words.slice(0, -1), tree) : undefined;
  const link = (other: CommandSpec): string =>
    `[${inlineCode(titleOf(other))}](${pagePath(other)}): ${prose(other.summary)}`;
  const { page, title } = guideFor(spec.words);
  const children = childrenOf(spec, tree);
  const items = [
    ...(parent ? [link(parent)] : []),
    ...(spec.words.length > 0 ? children.map(link) : []),
    `[${title}](${PRODUCT.docsPath}${page}): the guide`,
  ];
  return `## See also\n\n${items.map((item) => `- ${item}`).join("\n")}`;
}
