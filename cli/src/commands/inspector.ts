import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Run } from "../manifest/spec.ts";
import type { inspector } from "../manifest/workloads.ts";
import { formatDuration } from "../program/duration.ts";
import { Failure } from "../program/failure.ts";
import { mcpTarget } from "./shared/mcp-target.ts";

/** One version, tried with this program; a newer one could take other settings. */
const PACKAGE = "@modelcontextprotocol/inspector@0.22.0";
const LOOK_EVERY_MS = 200;

export const run: Run<typeof inspector> = async ({ args, flags }, context) => {
  const { io, tell, signal, progress } = context;
  const { url, mode } = await mcpTarget(args.workload, "auto", context);
  const token = randomBytes(32).toString("hex");
  const ui = flags["ui-port"];
  const child = spawn("npx", ["--yes", PACKAGE], {
    stdio: ["ignore", "ignore", context.globals.debug ? "inherit" : "ignore"],
    env: {
      ...context.env,
      HOST: "127.0.0.1",
      CLIENT_PORT: String(ui),
      SERVER_PORT: String(flags["mcp-proxy-port"]),
      MCP_PROXY_AUTH_TOKEN: token,
      // By itself it believes pages from "localhost" only, which may be another address than the one above.
      ALLOWED_ORIGINS: `http://127.0.0.1:${ui},http://localhost:${ui}`,
      MCP_AUTO_OPEN_ENABLED: "false",
      // It asks for a newer Node than it needs; a folder that is strict about that is not to hold it up.
      npm_config_engine_strict: "false",
    },
    // A group of its own: npx starts the inspector, which starts its proxy, and all of them have to end.
    detached: true,
  });
  const ended = once(child, "exit");
  ended.catch(() => undefined);
  try {
    progress.begin("starting the inspector");
    await untilServed(ui, flags.timeout, ended, signal);
    progress.done();
    const query = new URLSearchParams({
      transport: mode,
      serverUrl: url.href,
      MCP_PROXY_AUTH_TOKEN: token,
      MCP_PROXY_PORT: String(flags["mcp-proxy-port"]),
    });
    await io.stdout.write(`http://127.0.0.1:${ui}/?${query.toString()}\n`);
    tell("the inspector is at that address; Ctrl-C ends it");
    await Promise.race([ended, signal.aborted ? undefined : once(signal, "abort")]);
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
  }
  return undefined;
};

async function untilServed(port: number, limitMs: number, ended: Promise<unknown>, signal: AbortSignal): Promise<void> {
  let problem: unknown;
  let hasEnded = false;
  void ended.then(
    () => (hasEnded = true),
    (error: unknown) => {
      problem = error;
      hasEnded = true;
    },
  );
  const until = Date.now() + limitMs;
  while (!(await answers(port))) {
    if (hasEnded) {
      const isMissing = (problem as NodeJS.ErrnoException | undefined)?.code === "ENOENT";
      throw new Failure("failure", isMissing ? "npx is not installed" : "the inspector ended at its start", {
        hint: isMissing ? "it comes with Node's npm" : "--debug shows what it wrote; a port may be taken",
      });
    }
    if (Date.now() > until)
      throw new Failure("timed out", `the inspector did not come up within ${formatDuration(limitMs)}`);
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const asking = request({ host: "127.0.0.1", port, path: "/" }, (response) => {
      response.destroy();
      resolve(true);
    });
    asking.on("error", () => resolve(false));
    asking.end();
  });
}
