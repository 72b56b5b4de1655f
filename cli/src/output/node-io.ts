import { once } from "node:events";
import type { Input, Io, Output } from "./io.ts";

export interface NodeIoOptions {
  /** Nobody reads stdout any more. */
  readonly onReaderGone: () => void;
  /** Ctrl-C while a hidden answer is typed: the terminal hands it over as a key then, not as a signal. */
  readonly onInterrupt: () => void;
}

/** The process's own streams. */
export const nodeIo = (program: NodeJS.Process, options: NodeIoOptions): Io => ({
  stdin: nodeInput(program, options),
  stdout: nodeOutput(program.stdout, options),
  // What cannot be told is no reason to stop what is told about.
  stderr: nodeOutput(program.stderr, { onReaderGone: () => undefined }),
});

function nodeOutput(stream: NodeJS.WriteStream, { onReaderGone }: Pick<NodeIoOptions, "onReaderGone">): Output {
  let failure: Error | undefined;
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") onReaderGone();
    else failure ??= error;
  });
  return {
    isTty: stream.isTTY,
    // A terminal that does not know its own width, as one without a screen, has none.
    columns: (stream.isTTY && stream.columns) || 80,
    failure: () => failure,
    // A slow reader is waited for: leaving with bytes still held would cut the result.
    write: (text) =>
      new Promise((resolve) => {
        stream.write(text, () => resolve());
      }),
  };
}

/** Opened when a command first asks for it: most never do. */
function nodeInput(program: NodeJS.Process, { onInterrupt }: Pick<NodeIoOptions, "onInterrupt">): Input {
  return {
    get isTty() {
      return program.stdin.isTTY;
    },
    get stream() {
      return program.stdin;
    },
    async readAll(limitBytes) {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of program.stdin as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > limitBytes) throw new Error(`the input is longer than ${limitBytes} bytes`);
        chunks.push(chunk);
      }
      return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
    },
    async readLine({ isHidden, signal, ask }) {
      const { createInterface } = await import("node:readline");
      const lines = createInterface({ input: program.stdin, terminal: isHidden, signal });
      // In terminal mode readline would echo; it is given nowhere to write to.
      const line = once(lines, "line").then(([text]) => text as string);
      const end = once(lines, "close").then(() => undefined);
      lines.on("SIGINT", onInterrupt);
      try {
        await ask();
        return await Promise.race([line, end]);
      } finally {
        line.catch(() => undefined);
        end.catch(() => undefined);
        lines.close();
      }
    },
  };
}
