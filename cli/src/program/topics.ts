import { PRODUCT } from "@toolhaven/contract/product";
import type { Places } from "@toolhaven/engine/config/places";
import { socketPath } from "../api/socket-path.ts";
import type { CommandSpec } from "../manifest/spec.ts";
import { GLOBAL_FLAGS } from "../manifest/flags.ts";
import { codeWord, EXIT, EXIT_MEANING, type ExitName } from "./exit-codes.ts";
import { rows, section } from "./help.ts";
import type { TopicName } from "./topic-names.ts";
import { wrap } from "./wrap.ts";

export interface TopicDeps {
  readonly tree: readonly CommandSpec[];
  readonly places: Places;
  readonly columns: number;
}

/** The text of a topic, no line longer than `columns`. */
export function topicText(name: TopicName, deps: TopicDeps): string {
  const width = Math.max(40, Math.min(deps.columns, 100));
  switch (name) {
    case "exit-codes":
      return exitCodes(width);
    case "environment":
      return environment(deps, width);
    case "formatting":
      return formatting(width);
    default:
      return name satisfies never;
  }
}

function exitCodes(width: number): string {
  const codes = (Object.entries(EXIT) as Array<[ExitName, number]>).map(([name, code]): [string, string] => [
    String(code).padStart(3),
    name === "success" ? EXIT_MEANING[name] : `${EXIT_MEANING[name]} (${codeWord(name)})`,
  ]);
  return [
    section("Exit codes", rows(codes, width)),
    wrap('With --json a failure is an object on stderr; its "code" is the word in brackets.', width),
  ].join("\n\n");
}

/** Variables no flag stands for, beside those that the manifest knows. */
const VARIABLES: ReadonlyArray<readonly [string, string]> = [
  ["DOCKER_HOST", "the engine's socket, unix:///path/to/its.sock; nothing else is tried then"],
  ["FORCE_COLOR", "colour also where nobody sees it"],
  ["NO_COLOR", "no colour"],
  ["NGROK_AUTHTOKEN", "the token of the tunnel's provider"],
  ["OP_SERVICE_ACCOUNT_TOKEN", "the token of 1Password"],
  ["TERM", "dumb: no colour, and no line that changes"],
  ["TOOLHAVEN_CA_CERTIFICATE", "a certificate that package builds trust"],
  ["TOOLHAVEN_DISABLE_ENV_FALLBACK", "true: TOOLHAVEN_SECRET_* counts for nothing"],
  ["TOOLHAVEN_LOG_LEVEL", "what the server notes: debug, info, warn, error or silent"],
  ["TOOLHAVEN_SECRETS_PASSWORD", "the password of the encrypted store, where there is no keyring"],
  ["TOOLHAVEN_SECRETS_PROVIDER", "where secrets are kept, instead of what was set up"],
  ["TOOLHAVEN_SECRET_NAME", "the value of the secret NAME where the store has none"],
  ["XDG_CONFIG_HOME", "where the settings are"],
  ["XDG_RUNTIME_DIR", "where the server's socket is"],
  ["XDG_STATE_HOME", "where workloads, groups and secrets are"],
];

function environment({ tree, places }: TopicDeps, width: number): string {
  const named = [...tree.flatMap(({ flags }) => Object.entries(flags)), ...Object.entries(GLOBAL_FLAGS)];
  const ofFlags = new Map<string, string>();
  for (const [name, { env, hidden }] of named) if (env && !hidden) ofFlags.set(env, `gives --${name}`);
  const variables = [...VARIABLES, ...ofFlags].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const here: ReadonlyArray<readonly [string, string]> = [
    ["settings", places.configFile],
    ["state", places.stateFolder],
    ["socket", socketPath(places)],
    ["log", `${places.stateFolder}/server.log`],
  ];
  return [
    section("Variables", rows(variables, width)),
    wrap("A flag counts more than a variable, a variable more than a setting, a setting more than a default.", width),
    section("Places on this machine", rows(here, width)),
  ].join("\n\n");
}

function formatting(width: number): string {
  return [
    ...[
      `What ${PRODUCT.binary} was asked for goes to stdout, everything else to stderr: progress, hints, questions, errors.`,
      'Text is for people and may change. With --json, or --format json, the result is one JSON document, and the only thing on stderr is the error, if there is one. "thv schema COMMAND" prints the JSON Schema of it; fields may be added, and none goes away.',
      "With --quiet there are results and errors only: what merely says that something was done is left out, and run prints the address alone.",
      "Tables are plain columns three spaces apart. On a terminal the last one is cut at its edge; elsewhere nothing is.",
      "Colour: --color, then NO_COLOR, then FORCE_COLOR, then TERM=dumb; else it is used when the stream is a terminal. It never is the only sign of anything, and JSON has none.",
    ].map((text) => wrap(text, width)),
  ].join("\n\n");
}
