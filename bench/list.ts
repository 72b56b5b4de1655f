import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { call, create, untilGone, untilStatus } from "../spec/product/api.ts";
import { type Daemon, startDaemon } from "../spec/product/daemon.ts";
import { median, quantile, round } from "./stats.ts";

const WORKLOADS = 50;
const ROUNDS = 5;
const CALLS = 400;

export interface ListRow {
  readonly call: string;
  readonly engine: "answers" | "frozen";
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** What the list of 50 workloads costs, beside a call that does nothing; with an engine, and with one that hangs. */
export async function measureList(image: string, engineSocket: string): Promise<ListRow[]> {
  await using relay = await openRelay(engineSocket);
  await using daemon = await startDaemon({
    env: { TOOLHAVEN_LOG_LEVEL: "warn", DOCKER_HOST: `unix://${relay.path}` },
  });
  const names = Array.from({ length: WORKLOADS }, (_, n) => `bench-${n}`);
  for (const name of names) await create(daemon, { name, image });
  for (const name of names) await untilStatus(daemon, name, "running");

  const rows = [...(await measure(daemon, "answers"))];
  relay.freeze();
  rows.push(...(await measure(daemon, "frozen")));
  relay.thaw();

  await call(daemon, "POST", "/api/v1beta/workloads/delete", { group: "default" });
  for (const name of names) await untilGone(daemon, name);
  return rows;
}

async function measure(daemon: Daemon, engine: ListRow["engine"]): Promise<ListRow[]> {
  const paths = { list: "/api/v1beta/workloads?all=true", version: "/api/v1beta/version" };
  const rounds: Record<keyof typeof paths, number[][]> = { list: [], version: [] };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let n = 0; n < ROUNDS; n += 1) {
    for (const [name, path] of Object.entries(paths) as Array<[keyof typeof paths, string]>) {
      const times: number[] = [];
      for (let i = 0; i < CALLS; i += 1) times.push(await timeOf(`${daemon.url}${path}`, agent));
      rounds[name].push(times);
    }
  }
  agent.destroy();
  return Object.entries(rounds).map(([name, times]) => ({
    call: name,
    engine,
    p50Ms: round(median(times.map(median)), 3),
    p99Ms: round(median(times.map((values) => quantile(values, 0.99))), 3),
  }));
}

async function timeOf(url: string, agent: Agent): Promise<number> {
  const startedMs = performance.now();
  const [response] = await once(request(url, { agent }).end(), "response");
  response.resume();
  await once(response, "end");
  return performance.now() - startedMs;
}

interface Relay extends AsyncDisposable {
  readonly path: string;
  /** From now on the engine takes what it is sent and answers nothing. */
  freeze(): void;
  thaw(): void;
}

async function openRelay(engineSocket: string): Promise<Relay> {
  const folder = await mkdtemp(join(tmpdir(), "thv-relay-"));
  const engines = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((client) => {
    const engine = connect(engineSocket);
    engines.add(engine);
    engine.on("close", () => engines.delete(engine)).on("error", () => client.destroy());
    client.on("error", () => engine.destroy());
    client.pipe(engine).pipe(client);
    if (isFrozen) engine.pause();
  });
  const path = join(folder, "engine.sock");
  await once(server.listen(path), "listening");
  return {
    path,
    freeze() {
      isFrozen = true;
      for (const engine of engines) engine.pause();
    },
    thaw() {
      isFrozen = false;
      for (const engine of engines) engine.resume();
    },
    async [Symbol.asyncDispose]() {
      for (const engine of engines) engine.destroy();
      await server[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
