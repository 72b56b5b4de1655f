/** The edge to the terminal or to other programs; a plain object in tests. */
export interface Io {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
}

export interface Output {
  readonly isTty: boolean;
  /** Width of the terminal; 80 elsewhere. */
  readonly columns: number;
  /** Resolves when what was written is on its way, or cannot be: `failure` tells. */
  write(text: string): Promise<void>;
  /** Why something could not be written, a full disk for instance; a reader that has gone is no failure. */
  readonly failure: () => Error | undefined;
}

export interface Input {
  readonly isTty: boolean;
  /** All there is, as UTF-8. @throws when it is longer than `limitBytes` */
  readAll(limitBytes: number): Promise<string>;
  /**
   * One line from a terminal, without its end; `undefined` at the end of the input. `ask` puts the question, once
   * nothing that is typed from then on can be seen.
   */
  readLine(options: ReadLineOptions): Promise<string | undefined>;
  /** The raw stream, for commands that pass bytes on. */
  readonly stream: NodeJS.ReadableStream;
}

export interface ReadLineOptions {
  readonly isHidden: boolean;
  readonly ask: () => Promise<void>;
  readonly signal: AbortSignal;
}
