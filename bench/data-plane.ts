import { create, untilStatus } from "../spec/product/api.ts";
import type { Daemon } from "../spec/product/daemon.ts";
import { cpuMsOf, type LoadResult, runLoad, startScript, type Target } from "./processes.ts";
import { median, round } from "./stats.ts";

export const CLIENTS = [1, 16, 32, 64] as const;
const ROUNDS = 5;
const WARM_UP_CALLS = 3000;
/** Enough that the 10 ms resolution of process times does not matter. */
const CALLS = 6000;

export interface DataPlaneRow {
  readonly target: string;
  readonly clients: number;
  readonly callsPerS: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU time of the server or bridge process, without client and MCP server. */
  readonly cpuMsPer1000: number;
  readonly wrong: number;
  readonly failed: number;
}

type Sample = LoadResult & { cpuMs: number };

/**
 * The same calls against a bare echo server, a bare bridge and our proxy, interleaved so that a noisy moment hits
 * all of them, the median of the rounds. Both bridges reach the same server in the same kind of container.
 */
export async function measureDataPlane(daemon: Daemon, image: string): Promise<DataPlaneRow[]> {
  await using echo = await startScript("echo server", "echo-server.mjs");
  await using bridge = await startScript("raw bridge", "raw-bridge.mjs", ["docker", "run", "-i", "--rm", image]);
  const { name } = await create(daemon, { image, name: "bench-echo" });
  const { url } = (await untilStatus(daemon, name, "running"))!;
  const targets = [echo, bridge, { name: "ToolHaven", url, pid: daemon.pid }];

  for (const target of targets) await runLoad(target.url, 16, WARM_UP_CALLS);
  const samples = new Map<string, Sample[]>();
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (const clients of CLIENTS) {
      for (const target of targets) {
        const key = `${target.name} ${clients}`;
        samples.set(key, [...(samples.get(key) ?? []), await sample(target, clients)]);
      }
    }
  }
  return targets.flatMap((target) =>
    CLIENTS.map((clients) => summarize(target.name, clients, samples.get(`${target.name} ${clients}`) ?? [])),
  );
}

async function sample({ url, pid }: Pick<Target, "url" | "pid">, clients: number): Promise<Sample> {
  const before = cpuMsOf(pid);
  const result = await runLoad(url, clients, CALLS);
  return { ...result, cpuMs: cpuMsOf(pid) - before };
}

function summarize(target: string, clients: number, samples: readonly Sample[]): DataPlaneRow {
  const middle = (value: (sample: Sample) => number): number => round(median(samples.map(value)));
  return {
    target,
    clients,
    callsPerS: Math.round(middle(({ wallMs }) => (CALLS / wallMs) * 1000)),
    p50Ms: middle(({ p50Ms }) => p50Ms),
    p99Ms: middle(({ p99Ms }) => p99Ms),
    cpuMsPer1000: middle(({ cpuMs }) => (cpuMs / CALLS) * 1000),
    wrong: samples.reduce((sum, { wrong }) => sum + wrong, 0),
    failed: samples.reduce((sum, { failed }) => sum + failed, 0),
  };
}
