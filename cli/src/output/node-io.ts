import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Input, Io, Output } from "./io.ts";

/** The process's own streams. */
export const nodeIo = ({ stdin, stdout, stderr }: NodeJS.Process): Io => ({
  stdin: nodeInput(stdin),
  stdout: nodeOutput(stdout),
  stderr: nodeOutput(stderr),
});

function nodeOutput(stream: NodeJS.WriteStream): Output {
  return {
    isTty: stream.isTTY,
    columns: stream.isTTY ? stream.columns : 80,
    // A slow reader is waited for: leaving with bytes still held would cut the result.
    write: (text) =>
      new Promise((resolve) => {
        stream.write(text, () => resolve());
      }),
  };
}

function nodeInput(stream: NodeJS.ReadStream): Input {
  return {
    isTty: stream.isTTY,
    stream,
    async readAll(limitBytes) {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > limitBytes) throw new Error(`the input is longer than ${limitBytes} bytes`);
        chunks.push(chunk);
      }
      return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
    },
    async readLine({ isHidden, signal }) {
      const lines = createInterface({ input: stream, terminal: isHidden, signal });
      // In terminal mode readline would echo; it is given nowhere to write to.
      const line = once(lines, "line").then(([text]) => text as string);
      const end = once(lines, "close").then(() => undefined);
      try {
        return await Promise.race([line, end]);
      } finally {
        line.catch(() => undefined);
        end.catch(() => undefined);
        lines.close();
      }
    },
  };
}
