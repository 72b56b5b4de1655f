import { writeFile } from "node:fs/promises";
import { availableParallelism, cpus, release } from "node:os";
import { join } from "node:path";
import { FIXTURES } from "@toolhaven/fixtures/images";
import { call, untilGone } from "../spec/product/api.ts";
import { startDaemon } from "../spec/product/daemon.ts";
import { measureCli } from "./cli.ts";
import { type DataPlaneRow, measureDataPlane } from "./data-plane.ts";
import { measureFirstAnswer } from "./first-answer.ts";
import { measureList } from "./list.ts";
import { measureMemory } from "./memory.ts";
import { round } from "./stats.ts";

const METHOD =
  "closed loop, every answer checked for id and nonce; targets interleaved, median of 5 rounds; CPU is the process's own user and system time; echo is a bare node:http server; raw bridge and ToolHaven reach the same stdio server in a container";

const only = new Set(process.argv.slice(2));
const wants = (part: string): boolean => only.size === 0 || only.has(part);

const results: Record<string, unknown> = {
  method: METHOD,
  machine: { node: process.version, kernel: release(), cpu: cpus()[0]?.model, cores: availableParallelism() },
};
await using daemon = await startDaemon({ env: { TOOLHAVEN_LOG_LEVEL: "warn" } });
if (wants("data-plane")) {
  const rows = await measureDataPlane(daemon, FIXTURES.echo);
  results["dataPlane"] = withRatios(rows);
  console.table(results["dataPlane"]);
  await call(daemon, "DELETE", "/api/v1beta/workloads/bench-echo");
  await untilGone(daemon, "bench-echo");
}
if (wants("first-answer")) {
  results["firstAnswer"] = await measureFirstAnswer(daemon, FIXTURES.everything);
  console.table([results["firstAnswer"]]);
}
if (wants("memory")) {
  results["memory"] = await measureMemory(FIXTURES.echo);
  console.table(results["memory"]);
}
if (wants("list")) {
  const socket = (process.env["DOCKER_HOST"] ?? "unix:///var/run/docker.sock").replace(/^unix:\/\//, "");
  results["list"] = await measureList(FIXTURES.echo, socket);
  console.table(results["list"]);
}
if (wants("cli")) {
  results["cli"] = await measureCli();
  console.table(results["cli"]);
}
const file = join(import.meta.dirname, "results.json");
await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
console.log(`written to ${file}`);

/** Every row against the echo server and the raw bridge with as many clients, in the same run. */
function withRatios(rows: readonly DataPlaneRow[]): object[] {
  return rows.map((row) => {
    const echo = rows.find(({ target, clients }) => target === "echo server" && clients === row.clients)!;
    const bridge = rows.find(({ target, clients }) => target === "raw bridge" && clients === row.clients)!;
    return {
      ...row,
      cpuToEcho: round(row.cpuMsPer1000 / echo.cpuMsPer1000),
      callsToEcho: round(row.callsPerS / echo.callsPerS),
      callsToBridge: round(row.callsPerS / bridge.callsPerS),
    };
  });
}
