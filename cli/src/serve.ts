import { once } from "node:events";
import { AppError } from "@toolhaven/contract/errors";
import { PRODUCT } from "@toolhaven/contract/product";
import { Scope } from "@toolhaven/contract/scope";
import { VERSION } from "@toolhaven/contract/version";
import { createLog } from "@toolhaven/engine/log";
import { openEngine } from "@toolhaven/engine/open-engine";
import { candidates, detectRuntime } from "@toolhaven/engine/runtime/detect";
import { detectedRuntime } from "@toolhaven/engine/runtime/detected";
import type { ContainerRuntime } from "@toolhaven/engine/runtime/runtime";
import { onePasswordSdk } from "@toolhaven/engine/secrets/one-password-sdk";
import { systemKeyring } from "@toolhaven/engine/secrets/system-keyring";
import { rememberedEngine } from "@toolhaven/engine/state/remembered-engine";
import { createApp } from "@toolhaven/server/app";
import { createCallLog } from "@toolhaven/server/call-log";
import { allHandlers } from "@toolhaven/server/handlers/all";
import { listen, type Place } from "@toolhaven/server/listen";
import type { Settings } from "@toolhaven/engine/config/settings";

export interface ServeOptions {
  /** The address to listen on; left out when only a socket is asked for. */
  readonly address?: { readonly host: string; readonly port: number };
  /** The absolute path of a unix socket to listen on. */
  readonly socket?: string;
  /** The path of the one socket where this user's other commands look; needs no word. */
  readonly privateSocket?: string;
}

export interface ServeContext {
  readonly settings: Settings;
  /** Fires when the user wants to stop. */
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
}

/** Runs the API server until the user stops it. Containers outlive it; the next start adopts them. */
export async function serve(options: ServeOptions, { settings, signal, print, complain }: ServeContext): Promise<void> {
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
  await using engine = await openEngine({
    settings,
    runtime,
    log,
    keyring: systemKeyring(),
    onePassword: onePasswordSdk,
  });
  const handlers = allHandlers({ ...engine, version: VERSION });
  const calls = createCallLog(log);
  const onUnexpected = (error: unknown): void => log.error({ err: error }, "unexpected failure of a call");

  await using servers = new Scope();
  const open: AsyncDisposable[] = [];
  // All of them at once: while one still finishes its calls the others take no new ones.
  servers.defer(() => Promise.all(open.map((server) => server[Symbol.asyncDispose]())));
  for (const place of placesOf(options)) {
    const bindHost = "host" in place ? place.host : undefined;
    const app = createApp({ handlers, bindHost, onUnexpected, calls });
    const server = await listen(app, place, { calls });
    open.push(server);
    if ("socket" in place && place.socket === options.privateSocket) continue;
    print(`${PRODUCT.name} API server on ${server.url}`);
    if (bindHost !== undefined && !/^(127\.|localhost$|::1$)/.test(bindHost)) {
      complain(`warning: whoever reaches ${server.url} can run containers here; there is no authentication yet`);
    }
  }
  // Told, not awaited: the server is up, whatever the engine says and however long it takes.
  const telling = tellEngine(runtime, print);
  if (!signal.aborted) await once(signal, "abort");
  await telling;
}

function placesOf({ address, socket, privateSocket }: ServeOptions): Place[] {
  const sockets = [socket, privateSocket].filter((path) => path !== undefined);
  return [...(address ? [address] : []), ...sockets.map((path) => ({ socket: path }))];
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
