import type { Places } from "@toolhaven/engine/config/places";
import type { Settings } from "@toolhaven/engine/config/settings";
import type { Api } from "../api/api.ts";
import type { Io } from "../output/io.ts";
import type { Prompts } from "../output/prompts.ts";
import type { Style } from "../output/style.ts";
import type { Failure } from "./failure.ts";
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
  /** A line for people on stderr; neither with --quiet nor with --json, whose stderr holds one error at most. */
  readonly tell: (line: string) => void;
  /** A line that replaces the one before on a terminal; elsewhere one line per phase. */
  readonly progress: Progress;
  /** Fires when the user wants to stop. */
  readonly signal: AbortSignal;
}

export interface Progress {
  show(text: string): void;
  /** As `show`, but at once: whoever asked for something slow sees that it has begun. */
  begin(text: string): void;
  done(): void;
}

/** What a command came to. */
export interface Outcome {
  /** For programs, printed by --json. */
  readonly data: unknown;
  /** For people, on stdout; no line end at the end. Empty: nothing is printed. */
  readonly text: string;
  /** The text only says that it was done; --quiet leaves it out. */
  readonly isNote?: boolean;
  /** When some of it failed: told on stderr beside the result, and with its exit code. */
  readonly failure?: Failure;
}
