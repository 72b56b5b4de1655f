import { call, create, untilGone, untilStatus } from "../spec/product/api.ts";
import { connect } from "../spec/product/client.ts";
import { type Daemon, startDaemon } from "../spec/product/daemon.ts";
import { rssMbOf } from "./processes.ts";
import { round } from "./stats.ts";

const COUNTS = [1, 10, 50] as const;

export interface MemoryRow {
  readonly workloads: number;
  readonly rssMb: number;
}

/** Resident memory of a fresh daemon, every workload used once by a client that then went away. */
export async function measureMemory(image: string): Promise<MemoryRow[]> {
  await using daemon = await startDaemon({ env: { TOOLHAVEN_LOG_LEVEL: "warn" } });
  const rows: MemoryRow[] = [];
  let running = 0;
  for (const workloads of COUNTS) {
    for (; running < workloads; running += 1) {
      const { name } = await create(daemon, { name: `bench-${running}`, image });
      const { url } = (await untilStatus(daemon, name, "running"))!;
      await using client = await connect(url, "streamable-http");
      await client.callTool({ name: "echo", arguments: { message: "hi" } });
    }
    rows.push({ workloads, rssMb: round(rssMbOf(daemon.pid), 1) });
  }
  await removeAll(daemon);
  return rows;
}

async function removeAll(daemon: Daemon): Promise<void> {
  await call(daemon, "POST", "/api/v1beta/workloads/delete", { group: "default" });
  for (let n = 0; n < COUNTS.at(-1)!; n += 1) await untilGone(daemon, `bench-${n}`);
}
