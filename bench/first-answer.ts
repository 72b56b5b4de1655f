import { execFileSync, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { call, create, untilGone } from "../spec/product/api.ts";
import type { Daemon } from "../spec/product/daemon.ts";
import { median, round } from "./stats.ts";

const ROUNDS = 7;
const INITIALIZE = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
};
const INITIALIZED = { jsonrpc: "2.0", method: "notifications/initialized" };
const CALL = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo", arguments: { message: "hi" } } };

export interface FirstAnswer {
  readonly dockerRunMs: number;
  readonly toolHavenMs: number;
  readonly ratio: number;
}

/** From the wish to the answer of the first tool call: `docker run` and a handshake, against one POST and a client. */
export async function measureFirstAnswer(daemon: Daemon, moving: string): Promise<FirstAnswer> {
  // A fixed tag: neither side asks a registry whether there is a newer image.
  const image = `${moving.replace(/:latest$/, "")}:bench`;
  execFileSync("docker", ["tag", moving, image]);
  const bare: number[] = [];
  const ours: number[] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    bare.push(await timed(() => throughDocker(image)));
    ours.push(await timed(() => throughToolHaven(daemon, image, `bench-first-${n}`)));
    await call(daemon, "DELETE", `/api/v1beta/workloads/bench-first-${n}`);
    await untilGone(daemon, `bench-first-${n}`);
  }
  const [dockerRunMs, toolHavenMs] = [median(bare), median(ours)];
  return {
    dockerRunMs: round(dockerRunMs, 0),
    toolHavenMs: round(toolHavenMs, 0),
    ratio: round(toolHavenMs / dockerRunMs),
  };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

async function throughDocker(image: string): Promise<void> {
  const child = spawn("docker", ["run", "-i", "--rm", image], { stdio: ["pipe", "pipe", "ignore"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answerTo = async (id: number): Promise<void> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error("the server ended");
      if ((JSON.parse(value) as { id?: number; method?: string }).id === id) return;
    }
  };
  child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
  await answerTo(0);
  child.stdin.write(`${JSON.stringify(INITIALIZED)}\n${JSON.stringify(CALL)}\n`);
  await answerTo(1);
  child.kill("SIGKILL");
}

async function throughToolHaven(daemon: Daemon, image: string, name: string): Promise<void> {
  const { port } = await create(daemon, { name, image });
  const first = await postWhenUp(port, INITIALIZE, {});
  const headers = { "mcp-session-id": first.headers.get("mcp-session-id") ?? "" };
  await first.text();
  await postWhenUp(port, INITIALIZED, headers);
  const answer = await postWhenUp(port, CALL, headers);
  const text = await answer.text();
  if (!text.includes("hi")) throw new Error(`unexpected answer ${text}`);
}

/** What a client with a retry does while the server behind the address still starts. */
async function postWhenUp(port: number, body: object, headers: Record<string, string>): Promise<Response> {
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
      body: JSON.stringify(body),
    });
    if (response.ok) return response;
    const text = await response.text();
    if (response.status !== 503) throw new Error(`HTTP ${response.status} ${text}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
