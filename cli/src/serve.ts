import { once } from "node:events";
import { AppError } from "@toolhaven/contract/errors";
import { PRODUCT } from "@toolhaven/contract/product";
import { VERSION } from "@toolhaven/contract/version";
import { createLog } from "@toolhaven/engine/log";
import { openEngine } from "@toolhaven/engine/open-engine";
import { candidates, detectRuntime } from "@toolhaven/engine/runtime/detect";
import { detectedRuntime } from "@toolhaven/engine/runtime/detected";
import type { ContainerRuntime } from "@toolhaven/engine/runtime/runtime";
import { rememberedEngine } from "@toolhaven/engine/state/remembered-engine";
import { createApp } from "@toolhaven/server/app";
import { allHandlers } from "@toolhaven/server/handlers/all";
import { listen } from "@toolhaven/server/listen";
import type { CliContext } from "./main.ts";

/** Runs the API server until the user stops it. Containers outlive it; the next start adopts them. */
export async function serve(
  { host, port }: { host: string; port: number },
  { settings: readSettings, signal, print, complain }: CliContext,
): Promise<void> {
  const settings = readSettings();
  const log = createLog(settings.logLevel);
  const known = rememberedEngine(settings.stateFolder);
  const places = {
    home: settings.home,
    xdgRuntimeDir: settings.runtimeFolder,
    dockerHost: settings.dockerHost,
    remembered: await known.socket(),
  };
  // A setting that can never work is refused now, not at the first call.
  candidates(places);
  await using runtime = detectedRuntime(() => detectRuntime(places, { onFound: known.remember }));
  await using engine = await openEngine({ stateFolder: settings.stateFolder, runtime, log });
  const app = createApp({
    handlers: allHandlers({ ...engine, version: VERSION }),
    bindHost: host,
    onUnexpected: (error) => log.error({ err: error }, "unexpected failure of a call"),
  });
  await using server = await listen(app, { host, port });
  print(`${PRODUCT.name} API server on ${server.url}`);
  if (!/^(127\.|localhost$|::1$)/.test(host)) {
    complain(`warning: whoever reaches ${server.url} can run containers here; there is no authentication yet`);
  }
  // Told, not awaited: the server is up, whatever the engine says and however long it takes.
  const telling = tellEngine(runtime, print);
  if (!signal.aborted) await once(signal, "abort");
  await telling;
}

async function tellEngine(runtime: ContainerRuntime, print: (line: string) => void): Promise<void> {
  try {
    const { kind, version } = await runtime.probe();
    print(`containers run on ${kind} ${version}`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    print(`no container can run yet: ${error.message}`);
  }
}
