#!/usr/bin/env node
import { settingsFrom } from "@toolhaven/engine/config/settings";
import { main } from "./main.ts";

// Nothing else touches the process: settings come in here, the exit code and the signals' meaning go out.
const stopping = new AbortController();
for (const [name, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const) {
  process.on(name, () => {
    // Who asks twice does not want to wait for what still runs.
    if (stopping.signal.aborted) process.exit(code);
    stopping.abort(name);
  });
}
// A reader that goes away (a closed pipe) is the end of the work, not a failure.
process.stdout.on("error", () => stopping.abort("EPIPE"));

process.exitCode = await main(process.argv.slice(2), {
  settings: () => settingsFrom(process.env),
  signal: stopping.signal,
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
});
