import { PRODUCT } from "@toolhaven/contract/product";
import { GLOBAL_FLAGS } from "../manifest/flags.ts";
import type { Arg, CommandSpec, Flag, Flags } from "../manifest/spec.ts";
import { formatDuration } from "./duration.ts";
import { EXIT, EXIT_MEANING, type ExitName } from "./exit-codes.ts";
import { childrenOf } from "./find-command.ts";
import { TOPIC_NAMES, TOPICS } from "./topic-names.ts";
import { wrap } from "./wrap.ts";

const DOCS = "https://docs.toolhaven.dev";

/** The help of one command, no line longer than `columns`. */
export function helpFor(spec: CommandSpec, tree: readonly CommandSpec[], columns: number): string {
  const width = Math.max(40, Math.min(columns, 100));
  const parts = [
    wrap(`${titleOf(spec)}: ${spec.summary}`, width),
    ...spec.description.map((paragraph) => wrap(paragraph, width)),
    section("Usage", usageLines(spec, tree).join("\n")),
    spec.examples.length > 0 && section("Examples", examples(spec, width)),
    ...commandSections(spec, tree, width),
    spec.args.length > 0 && section("Arguments", rows(spec.args.map(argRow), width)),
    ...topics(spec.flags).map(([topic, flags]) => section(topic, rows(flagRows(flags), width))),
    section("Global flags", rows(flagRows(GLOBAL_FLAGS), width)),
    environment(spec, width),
    section(
      "Exit codes",
      rows(
        exitsOf(spec).map((name) => [String(EXIT[name]), EXIT_MEANING[name]]),
        width,
      ),
    ),
    spec.words.length === 0 && section("More", rows(MORE, width)),
    `Documentation: ${DOCS}${pagePath(spec)}`,
  ];
  return parts.filter(Boolean).join("\n\n");
}

export const titleOf = ({ words }: CommandSpec): string => [PRODUCT.binary, ...words].join(" ");

export const slugOf = ({ words }: CommandSpec): string => [PRODUCT.binary, ...words].join("_");

export const pagePath = (spec: CommandSpec): string => `${PRODUCT.docsPath}reference/cli/${slugOf(spec)}`;

export const exitsOf = ({ exits, isGroup }: CommandSpec): ExitName[] =>
  isGroup ? ["success", "usage"] : ["success", "failure", "usage", ...exits];

export function usageLines(spec: CommandSpec, tree: readonly CommandSpec[]): string[] {
  const args = spec.args.map(({ name, required, isVariadic }) => {
    const text = isVariadic ? `${name}...` : name;
    return required ? text.toUpperCase() : `[${text.toUpperCase()}]`;
  });
  const rest = spec.rest ? [`[-- ${spec.rest}]`] : [];
  const lines = !spec.isGroup ? [[titleOf(spec), "[flags]", ...args, ...rest].join(" ")] : [];
  return childrenOf(spec, tree).length > 0 ? [...lines, `${titleOf(spec)} COMMAND`] : lines;
}

/** Flags by their headings, in the order of the manifest; hidden ones left out. */
export function topics(flags: Flags): Array<readonly [topic: string, flags: Flags]> {
  const byTopic = new Map<string, Array<[string, Flag]>>();
  for (const [name, flag] of Object.entries(flags)) {
    if (flag.hidden) continue;
    const topic = flag.topic ?? "Flags";
    byTopic.set(topic, [...(byTopic.get(topic) ?? []), [name, flag]]);
  }
  return [...byTopic].map(([topic, entries]) => [topic, Object.fromEntries(entries)]);
}

/** `-g, --group GROUP` */
export function flagTitle(name: string, { kind, short, value, choices }: Flag): string {
  const placeholder = kind === "boolean" ? "" : ` ${value ?? (choices ? "CHOICE" : kind.toUpperCase())}`;
  return `${short ? `-${short}, ` : "    "}--${name}${placeholder}`;
}

/** Summary with default, choices and environment. */
export function flagNotes({ summary, kind, default: byDefault, choices, env, deprecated }: Flag): string {
  const notes = [
    choices && `one of ${choices.join(", ")}`,
    defaultText(kind, byDefault),
    (kind === "list" || kind === "array") && (kind === "list" ? "repeat, or separate by commas" : "repeat for more"),
    env && `also $${env}`,
    deprecated && `deprecated: use ${deprecated}`,
  ].filter(Boolean);
  return notes.length > 0 ? `${summary} (${notes.join("; ")})` : summary;
}

export function defaultText(kind: Flag["kind"], value: unknown): string | undefined {
  if (value === undefined || (kind === "boolean" && value === false) || Array.isArray(value)) return undefined;
  if (kind === "boolean") return "default on";
  return `default ${kind === "duration" ? formatDuration(value as number) : JSON.stringify(value).replaceAll('"', "")}`;
}

const MORE: ReadonlyArray<readonly [string, string]> = [
  [`${PRODUCT.binary} COMMAND --help`, "what a command does and takes"],
  ...TOPIC_NAMES.map((name): [string, string] => [`${PRODUCT.binary} help ${name}`, TOPICS[name]]),
];

/** Commands grouped by what one wants to do; one without a place is a mistake in the manifest, and shows. */
const TASKS: ReadonlyArray<readonly [task: string, words: readonly string[]]> = [
  ["Run servers", ["run", "list", "logs", "stop", "restart", "rm", "build", "export"]],
  ["Find servers", ["search", "registry"]],
  ["Connect clients", ["client", "group", "proxy", "mcp", "inspector"]],
  ["Settings and secrets", ["secret", "config"]],
  ["The program", ["serve", "runtime", "version", "completion", "schema", "help"]],
];

function commandSections(spec: CommandSpec, tree: readonly CommandSpec[], width: number): string[] {
  const children = childrenOf(spec, tree);
  if (children.length === 0) return [];
  const row = (child: CommandSpec): [string, string] => [child.words.at(-1)!, child.summary];
  if (spec.words.length > 0) return [section("Commands", rows(children.map(row), width))];
  return TASKS.map(([task, words]) => {
    const own = words.flatMap((word) => children.filter((child) => child.words[0] === word));
    return section(task, rows(own.map(row), width));
  });
}

const examples = ({ examples: list }: CommandSpec, width: number): string =>
  list.map(({ line, does }) => `${wrap(`# ${does}`, width - 2, "# ")}\n${line}`).join("\n\n");

function environment({ flags }: CommandSpec, width: number): string | false {
  const named = Object.entries({ ...flags, ...GLOBAL_FLAGS }).filter(([, { env, hidden }]) => env && !hidden);
  const list = named.map(([name, { env }]): [string, string] => [env!, `gives --${name} when the flag does not`]);
  return list.length > 0 && section("Environment", rows(list, width));
}

const argRow = ({ name, summary, choices }: Arg): [string, string] => [
  name.toUpperCase(),
  choices ? `${summary} (one of ${choices.join(", ")})` : summary,
];

const flagRows = (flags: Flags): Array<[string, string]> =>
  Object.entries(flags)
    .filter(([, { hidden }]) => !hidden)
    .map(([name, flag]) => [flagTitle(name, flag), flagNotes(flag)]);

export const section = (title: string, body: string): string =>
  `${title}:\n${body
    .split("\n")
    .map((line) => (line ? `  ${line}` : line))
    .join("\n")}`;

/** Two columns; a first one that is too long has its line to itself. */
export function rows(pairs: ReadonlyArray<readonly [string, string]>, width: number): string {
  const inner = width - 2;
  const left = Math.min(30, Math.max(...pairs.map(([name]) => name.length)) + 2);
  return pairs
    .flatMap(([name, text]) => {
      const lines = wrap(text, inner - left).split("\n");
      const fits = name.length <= left - 2;
      const first = fits ? [`${name.padEnd(left)}${lines[0]}`] : [name, `${" ".repeat(left)}${lines[0]}`];
      return [...first, ...lines.slice(1).map((line) => `${" ".repeat(left)}${line}`)];
    })
    .join("\n");
}
