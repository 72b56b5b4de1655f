import { indent, report } from "./report.ts";
import { run } from "./run.ts";

export interface Engine {
  /** As DOCKER_HOST spells it. */
  readonly host: string;
  readonly socket: string;
}

export interface EnsureOptions {
  /** What it is called when there is none. */
  readonly otherwise: "failed" | "skipped";
}

/** Finds or starts an engine; undefined, with the reason printed, where that cannot be done here. */
export async function ensureEngine(
  name: "docker" | "podman",
  { otherwise }: EnsureOptions,
): Promise<Engine | undefined> {
  const startedAt = performance.now();
  const { ok, stdout, stderr } = await run([`scripts/ensure-${name}`]);
  const host = stdout.trim();
  const socket = /^unix:\/\/(.+)$/.exec(host)?.[1];
  if (ok && socket !== undefined) {
    report("ready", name, startedAt, host);
    return { host, socket };
  }
  report(otherwise, name, startedAt);
  console.log(indent(ok ? `the engine is at ${host}, and the tests need one on a unix socket` : stderr));
  return undefined;
}

/** Builds the test images that are missing or stale; false, with the reason printed, when one cannot be built. */
export async function buildFixtureImages({ host }: Engine): Promise<boolean> {
  const startedAt = performance.now();
  const { ok, stdout, stderr } = await run(["scripts/build-fixture-images"], { env: { DOCKER_HOST: host } });
  const images = stdout.trim().split("\n");
  const unchanged = images.filter((line) => line.endsWith(" unchanged"));
  report(ok ? "ready" : "failed", "test images", startedAt, `${images.length}, of which ${unchanged.length} unchanged`);
  if (!ok) console.log(indent(stderr));
  return ok;
}

/** Builds the documentation site; false, with the reason printed, when it does not build. */
export async function buildSite(): Promise<boolean> {
  const startedAt = performance.now();
  const { ok, stdout, stderr } = await run(["tsx", "site/build.ts"]);
  report(ok ? "ready" : "failed", "site/build", startedAt);
  if (!ok) console.log(indent(`${stdout}\n${stderr}`));
  return ok;
}

/** Bundles the program; false, with the reason printed, when it does not build. */
export async function buildProgram(): Promise<boolean> {
  const startedAt = performance.now();
  const { ok, stderr } = await run(["tsx", "scripts/build.ts"]);
  report(ok ? "ready" : "failed", "dist/thv.js", startedAt);
  if (!ok) console.log(indent(stderr));
  return ok;
}
