import { open } from "node:fs/promises";
import { segment } from "../api/api.ts";
import { logOf } from "../api/start-server.ts";
import type { Run } from "../manifest/spec.ts";
import type { logs } from "../manifest/workloads.ts";
import type { Context, Outcome } from "../program/context.ts";
import { Failure, usage } from "../program/failure.ts";
import { followNotes, readNotes } from "./logs/notes.ts";
import { findWorkload } from "./shared/targets.ts";

/** What the API hands out. */
const API_LINES = 100;

export const run: Run<typeof logs> = async (invocation, context) => {
  const { args, flags, given } = invocation;
  if (flags.tail < 0) throw usage(`--tail ${flags.tail} is less than 0`);
  if (flags.proxy) return notes(args.workload, flags, context);
  const api = await context.api();
  const { remote } = await findWorkload(args.workload, api);
  if (remote) {
    throw new Failure("not found", `"${args.workload}" runs elsewhere and has no log here`, {
      hint: `thv logs ${args.workload} --proxy shows what the proxy in front of it noted`,
    });
  }
  if (!flags.follow && flags.since === undefined && flags.tail <= API_LINES) {
    const text = await api.getText(`/workloads/${segment(args.workload)}/logs`);
    return outcome(text === "" ? [] : text.replace(/\n$/, "").split("\n"), flags.tail);
  }
  const { logSource, readWorkloadLog } = await import("./logs/workload-log.ts");
  const source = await logSource(context, context.signal);
  const lines: string[] = [];
  const write = flags.follow ? writer(context) : async (line: string) => void lines.push(line);
  const since = flags.since === undefined ? {} : { since: new Date(Date.now() - flags.since).toISOString() };
  const tail = flags.since !== undefined && !given.has("tail") ? "all" : flags.tail;
  const { signal } = context;
  await readWorkloadLog(args.workload, write, { tail, ...since, isFollowing: flags.follow }, { source, api, signal });
  return flags.follow ? undefined : outcome(lines, lines.length);
};

async function notes(
  workload: string,
  { tail, follow }: { tail: number; follow: boolean },
  context: Context,
): Promise<Outcome | undefined> {
  const path = logOf(context.places.stateFolder);
  await using file = await open(path).catch(() => {
    throw new Failure("not found", "there are no notes: the server was not started in the background", {
      hint: "a server in the foreground writes them to its own stderr",
    });
  });
  const { lines, end } = await readNotes(file, workload);
  if (!follow) return outcome(lines, tail);
  const write = writer(context);
  for (const line of last(lines, tail)) await write(line);
  await followNotes(file, workload, { from: end, onLine: write, signal: context.signal });
  return undefined;
}

const last = (lines: readonly string[], count: number): readonly string[] => (count === 0 ? [] : lines.slice(-count));

function outcome(all: readonly string[], count: number): Outcome {
  const lines = last(all, count);
  return { data: { lines }, text: lines.join("\n") };
}

/** A line at a time; for programs each is a JSON document. */
const writer =
  ({ io, isJson }: Context) =>
  (line: string): Promise<void> =>
    io.stdout.write(`${isJson ? JSON.stringify({ line }) : line}\n`);
