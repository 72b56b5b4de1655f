import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { segment } from "../api/api.ts";
import type { Run } from "../manifest/spec.ts";
import type { logs } from "../manifest/workloads.ts";
import type { Context } from "../program/context.ts";
import { Failure, usage } from "../program/failure.ts";
import { readable, workloadOfLine } from "./shared/server-log.ts";

const LOOK_EVERY_MS = 500;
const MOST = 100;

export const run: Run<typeof logs> = async ({ args, flags }, context) => {
  if (flags.tail < 0 || flags.tail > MOST) throw usage(`--tail ${flags.tail} is not between 0 and ${MOST}`);
  const read = flags.proxy ? notesReader(args.workload, context) : await reader(args.workload, context);
  const lines = (await read()).slice(flags.tail === 0 ? MOST : -flags.tail);
  if (!flags.follow) return { data: { lines }, text: lines.join("\n") };
  await write(lines, context);
  await goOn(read, context);
  return undefined;
};

async function reader(workload: string, { api }: Context): Promise<() => Promise<string[]>> {
  const server = await api();
  return async () => {
    const text = await server.getText(`/workloads/${segment(workload)}/logs`);
    return text === "" ? [] : text.replace(/\n$/, "").split("\n");
  };
}

/** What the server in the background noted of one workload. */
function notesReader(workload: string, { places }: Context): () => Promise<string[]> {
  const path = join(places.stateFolder, "server.log");
  return async () => {
    const text = await readFile(path, "utf8").catch(() => {
      throw new Failure("not found", "there are no notes: the server was not started in the background", {
        hint: "a server in the foreground writes them to its own stderr",
      });
    });
    return text
      .split("\n")
      .filter((line) => workloadOfLine(line) === workload)
      .map(readable);
  };
}

/** The API gives the last hundred lines: what stands behind those seen last is new. */
async function goOn(read: () => Promise<string[]>, context: Context): Promise<void> {
  let seen = await read();
  while (!context.signal.aborted) {
    await sleep(LOOK_EVERY_MS, undefined, { signal: context.signal });
    const now = await read();
    await write(newLines(seen, now), context);
    seen = now;
  }
}

/** Of a window that moved on: the lines behind the longest end of the old one that begins the new one. */
export function newLines(seen: readonly string[], now: readonly string[]): readonly string[] {
  for (let kept = Math.min(seen.length, now.length); kept > 0; kept -= 1) {
    const tail = seen.slice(-kept);
    if (tail.every((line, at) => line === now[at])) return now.slice(kept);
  }
  return now;
}

async function write(lines: readonly string[], { io, isJson }: Context): Promise<void> {
  for (const line of lines) await io.stdout.write(`${isJson ? JSON.stringify({ line }) : line}\n`);
}
