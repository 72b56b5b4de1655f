import type { Places } from "@toolhaven/engine/config/places";
import type { Settings } from "@toolhaven/engine/config/settings";
import type { Api } from "../api/api.ts";
import type { Io } from "../output/io.ts";
import type { Prompts } from "../output/prompts.ts";
import type { Style } from "../output/style.ts";
import type { ExitName } from "./exit-codes.ts";
import type { GlobalFlags } from "./parse.ts";

/** Everything a command may touch. */
export interface Context {
  readonly io: Io;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly globals: GlobalFlags;
  readonly isJson: boolean;
  readonly places: Places;
  /** Reads and checks the environment; fails like any other bad input. */
  readonly settings: () => Promise<Settings>;
  /** The server, started in the background when none runs. */
  readonly api: () => Promise<Api>;
  readonly prompts: Prompts;
  /** Of stdout. */
  readonly style: Style;
  /** A line for people on stderr; not with --quiet. */
  readonly tell: (line: string) => void;
  /** A line that replaces the one before on a terminal; elsewhere one line per phase. */
  readonly progress: Progress;
  /** Fires when the user wants to stop. */
  readonly signal: AbortSignal;
}

export interface Progress {
  show(text: string): void;
  done(): void;
}

/** What a command came to. */
export interface Outcome {
  /** For programs, printed by --json. */
  readonly data: unknown;
  /** For people, on stdout; no line end at the end. Empty: nothing is printed. */
  readonly text: string;
  /** When it did not all go well. */
  readonly exit?: ExitName;
}
