#!/usr/bin/env -S node --
// "--" ends the options of Node, which would otherwise take the --env-file of a command for its own.
import { homedir } from "node:os";
import { placesFrom } from "@toolhaven/engine/config/places";
import { TREE } from "./manifest/tree.ts";
import { nodeIo } from "./output/node-io.ts";
import { runProgram } from "./program/run-program.ts";

// Nothing else touches the process: settings come in here, the exit code and the signals' meaning go out.
const stopping = new AbortController();
const CODES = { SIGINT: 130, SIGTERM: 143 } as const;
const SAME_WISH_MS = 500;
let askedAt = 0;

function stop(name: keyof typeof CODES): void {
  // Who asks again does not want to wait for what still runs. A Ctrl-C that a parent passes on too is one wish, though.
  if (stopping.signal.aborted && Date.now() - askedAt > SAME_WISH_MS) process.exit(CODES[name]);
  askedAt ||= Date.now();
  stopping.abort(name);
}
process.on("SIGINT", stop);
process.on("SIGTERM", stop);

process.exitCode = await runProgram(process.argv.slice(2), {
  tree: TREE,
  io: nodeIo(process, {
    onReaderGone: () => stopping.abort("EPIPE"),
    onInterrupt: () => process.kill(process.pid, "SIGINT"),
  }),
  env: process.env,
  signal: stopping.signal,
  places: placesFrom(process.env, homedir()),
  // What most commands do without is read when it is asked for.
  settings: async () => (await import("@toolhaven/engine/config/settings")).settingsFrom(process.env),
  openApi: async (context) => (await import("./api/open-api.ts")).openApi(context),
});
