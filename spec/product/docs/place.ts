import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitUntil } from "@toolhaven/engine/wait";
import { startDaemon } from "../daemon.ts";
import { removeEverything } from "../docker.ts";

const PROGRAM = join(import.meta.dirname, "../../../dist/thv.js");

/** Builds here use images that need no image registry, and the encrypted store no keyring. */
const SETTINGS = {
  TOOLHAVEN_NPX_IMAGE: "thv-fixture/node:latest",
  TOOLHAVEN_UVX_IMAGE: "thv-fixture/python:latest",
  TOOLHAVEN_SECRETS_PASSWORD: "of the tests",
};

/** Folders that examples speak of. */
const FOLDERS = ["notes", "reference", "a", "b", ".kube"];

/** Where one reader's examples run: a home of his own, with the program on his path. */
export interface Place extends AsyncDisposable {
  /** Of the API server; of no use to those who use commands, which start one of their own. */
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
}

export async function openPlace(way: "api" | "cli"): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), "thv-docs-"));
  const [home, state, run, bin] = ["home", "state", "run", "bin"].map((name) => join(folder, name)) as Four;
  for (const path of [run, bin, ...FOLDERS.map((name) => join(home, name))]) await mkdir(path, { recursive: true });
  await chmod(run, 0o700);
  await writeFile(join(home, ".curlrc"), "silent\nshow-error\nfail-with-body\n");
  await writeFile(join(home, ".kube/mcp-reader.yaml"), "");
  await writeFile(join(bin, "thv"), `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`, { mode: 0o755 });
  const env = { ...SETTINGS, HOME: home, XDG_STATE_HOME: state, XDG_RUNTIME_DIR: run };
  const { url } = way === "api" ? await startDaemon({ home: state, env }) : { url: "http://no-server.invalid" };
  return {
    url,
    env: { ...env, PATH: `${bin}:${process.env["PATH"]}` },
    async [Symbol.asyncDispose]() {
      await endServerOf(state);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Four = [string, string, string, string];

/** Ends the server that commands started, by the process its lock names, and takes its containers away. */
async function endServerOf(state: string): Promise<void> {
  const lock = join(state, "toolhaven/daemon.lock");
  // Some commands need no server.
  if (!existsSync(lock)) return;
  const [pid = ""] = (await readFile(lock, "utf8")).split(" ");
  process.kill(Number(pid), "SIGTERM");
  await waitUntil(async () => !isAlive(Number(pid)), { signal: AbortSignal.timeout(30_000) });
  removeEverything({ home: state }, {});
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
