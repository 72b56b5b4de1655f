import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateWorkload } from "@toolhaven/contract/create-workload";
import type { Workload } from "@toolhaven/contract/workload";
import { settingsFrom } from "./config/settings.ts";
import { type Engine, openEngine } from "./open-engine.ts";
import { createMemoryEngine, type MemoryEngine } from "./runtime/memory.ts";
import type { MemoryProgram } from "./runtime/memory-container.ts";
import { memoryKeyring, noAccount } from "./secrets/memory-keyring.ts";
import { waitUntil } from "./wait.ts";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const hasty = {
  settleMs: 5,
  probeEveryMs: 2,
  firstRetryMs: 1,
  lastRetryMs: 4,
  resyncEveryMs: 20,
  firstReconnectMs: 1,
  lastReconnectMs: 4,
  healthEveryMs: 5,
  healthLimitMs: 20,
  recentAnswerMs: 0,
};

/** Of the server `moody:1`. */
export const mood = { isGood: true };

/** A whole engine over containers that live in this process; opened again it is the next start. */
export interface Setup {
  readonly folder: string;
  readonly memory: MemoryEngine;
  open(): Promise<Engine>;
}

export async function setup(): Promise<Setup> {
  const folder = await mkdtemp(join(tmpdir(), "thv-engine-"));
  const memory = createMemoryEngine({
    images: {
      "moody:1": moody,
      "server:1": () => new Promise(() => undefined),
      "broken:1": (process) => process.exit(7),
    },
  });
  return {
    folder,
    memory,
    open: () =>
      openEngine({
        settings: settingsFrom({ XDG_STATE_HOME: folder }, folder),
        runtime: memory.runtime(),
        log: quiet,
        timings: hasty,
        keyring: memoryKeyring(),
        onePassword: noAccount,
      }),
  };
}

export const request = (name: string, image = "server:1"): CreateWorkload => CreateWorkload.parse({ name, image });
export const find = ({ workloads }: Engine, name: string): Workload | undefined =>
  workloads.list({ all: true }).find((workload) => workload.name === name);

export async function until(
  engine: Engine,
  name: string,
  status: Workload["status"] | undefined,
): Promise<Workload | undefined> {
  await waitUntil(() => find(engine, name)?.status === status, { signal: AbortSignal.timeout(5000), everyMs: 2 });
  return find(engine, name);
}

/** Answers initialize always, and ping when it is in the mood. */
const moody: MemoryProgram = async ({ stdin, stdout }) => {
  for await (const chunk of stdin) {
    for (const line of chunk.toString().split("\n").filter(Boolean)) {
      const { id, method } = JSON.parse(line) as { id?: number; method: string };
      const result = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "moody", version: "1" } };
      const isAnswered = method === "initialize" || (method === "ping" && mood.isGood);
      if (isAnswered)
        await stdout(`${JSON.stringify({ jsonrpc: "2.0", id, result: method === "ping" ? {} : result })}\n`);
    }
  }
};
