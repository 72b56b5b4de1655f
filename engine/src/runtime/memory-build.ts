import { AppError, notFound } from "@toolhaven/contract/errors";
import { untilAborted } from "../wait.ts";
import { createBuildOutput } from "./build-output.ts";
import type { BuildSpec, CallOptions } from "./runtime.ts";

/** What a `RUN` step does in memory, from its words: says something, and fails by throwing. */
export type MemoryStep = (words: string, options: { say(line: string): void; signal: AbortSignal }) => unknown;

export interface MemoryBuildOptions<T> extends CallOptions {
  readonly onProgress: ((text: string) => void) | undefined;
  readonly step: MemoryStep;
  /** What a base image is, or `undefined`. */
  readonly base: (reference: string) => T | undefined;
}

/** Reads the archive and takes the steps of its Dockerfile; gives back what its last stage is based on. */
export async function buildInMemory<T>(
  { context }: BuildSpec,
  { step, base, onProgress = () => undefined, signal = new AbortController().signal }: MemoryBuildOptions<T>,
): Promise<T> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of context) chunks.push(chunk);
  const instructions = dockerfileIn(Buffer.concat(chunks))
    .split("\n")
    .filter((line) => /^[A-Z]+ /.test(line));
  const output = createBuildOutput({ onProgress });
  const stages = new Map<string, T>();
  let current: T | undefined;
  for (const [index, instruction] of instructions.entries()) {
    signal.throwIfAborted();
    output.take(`Step ${index + 1}/${instructions.length} : ${instruction}\n`);
    const [word = "", ...words] = instruction.split(" ");
    if (word === "FROM") {
      current = stages.get(words[0]!) ?? base(words[0]!);
      if (!current) throw notFound("image", words[0]!);
      if (words[2] !== undefined) stages.set(words[2], current);
    }
    if (word === "RUN") await run(words.join(" "));
  }
  if (!current) throw new AppError("invalid_input", `the builder refuses it: no build stage in current context`);
  return current;

  async function run(words: string): Promise<void> {
    const say = (line: string): void => output.take(`${line}\n`);
    try {
      await untilAborted(Promise.resolve(step(words, { say, signal })), signal);
    } catch (error) {
      signal.throwIfAborted();
      throw output.failure(error instanceof Error ? error.message : String(error));
    }
  }
}

const BLOCK = 512;

/** The one file that matters here; every header of an archive is one block, and contents are filled up to the next. */
function dockerfileIn(archive: Buffer): string {
  for (let at = 0; at + BLOCK <= archive.length;) {
    const name = textAt(archive, at, 100);
    const size = Number.parseInt(textAt(archive, at + 124, 12), 8) || 0;
    if (name === "Dockerfile") return archive.toString("utf8", at + BLOCK, at + BLOCK + size);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  throw new AppError("invalid_input", "the builder refuses it: there is no Dockerfile in the context");
}

const textAt = (archive: Buffer, at: number, length: number): string =>
  archive.toString("latin1", at, at + length).replace(/\0.*$/s, "");
