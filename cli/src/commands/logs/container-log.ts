import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { createDemultiplexer } from "@toolhaven/engine/runtime/frames";
import { Failure } from "../../program/failure.ts";
import { createLineReader, type LogLine } from "./lines.ts";

export interface ReadLogOptions {
  /** Of the engine. */
  readonly socketPath: string;
  /** All of the log, or its last lines. */
  readonly tail: number | "all";
  /** Whether to go on until the container ends. */
  readonly isFollowing: boolean;
  readonly signal: AbortSignal;
}

/**
 * Reads a container's log from the engine itself. The API hands out the last hundred lines without their times, from
 * which nobody could tell which of equal lines are new; the engine's record loses and doubles none.
 */
export async function readLog(
  container: string,
  onLine: (line: LogLine) => Promise<void> | void,
  { socketPath, tail, isFollowing, signal }: ReadLogOptions,
): Promise<void> {
  const query = new URLSearchParams({ stdout: "1", stderr: "1", timestamps: "1", tail: String(tail) });
  if (isFollowing) query.set("follow", "1");
  const path = `/v1.41/containers/${encodeURIComponent(container)}/logs?${query.toString()}`;
  const asking = request({ socketPath, path, signal, headers: { host: "localhost" } });
  asking.end();
  const [response] = (await once(asking, "response")) as [IncomingMessage];
  if (response.statusCode !== 200) {
    response.resume();
    // Between looking for it and asking for its log the container has gone.
    if (response.statusCode === 404 || response.statusCode === 409) return;
    throw new Failure("unreachable", `the engine does not give the log: it answered ${response.statusCode}`);
  }
  const lines: LogLine[] = [];
  const readers = [createLineReader((line) => lines.push(line)), createLineReader((line) => lines.push(line))] as const;
  const push = createDemultiplexer({
    onStdout: (bytes) => readers[0].push(bytes),
    onStderr: (bytes) => readers[1].push(bytes),
  });
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (!push(chunk)) throw new Failure("failure", "the engine's log is not in a form that can be read");
    // In order, and no faster than they are taken.
    for (const line of lines.splice(0)) await onLine(line);
  }
  for (const reader of readers) reader.flush();
  for (const line of lines) await onLine(line);
}
