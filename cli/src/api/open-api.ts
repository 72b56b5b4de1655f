import { lstat } from "node:fs/promises";
import { request } from "node:http";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PRODUCT } from "@toolhaven/contract/product";
import type { Workload, WorkloadList } from "@toolhaven/contract/workload";
import type { Context } from "../program/context.ts";
import { makeFolders } from "@toolhaven/engine/state/make-folders";
import { Failure } from "../program/failure.ts";
import { type Api, createApi } from "./api.ts";
import { socketPath } from "./socket-path.ts";

const ANSWER_LIMIT_MS = 2000;
const FIND_LIMIT_MS = 1500;
const LOOK_EVERY_MS = 25;

/** The server of this user's state folder, started in the background when none runs. */
export async function openApi(context: Pick<Context, "places" | "signal" | "progress" | "tell">): Promise<Api> {
  const { places, signal, progress, tell } = context;
  const path = socketPath(places);
  await refuseForeignFolder(dirname(path));
  const version = await versionAt(path);
  if (version === undefined) {
    progress.show("starting the API server");
    const { startServer } = await import("./start-server.ts");
    await startServer({ places, path, signal, isUp: async () => (await versionAt(path)) !== undefined });
    const api = createApi({ socketPath: path }, { signal });
    await untilFound(api, signal);
    progress.done();
    return api;
  } else if (version !== PRODUCT.version) {
    tell(
      `warning: the API server that runs is ${version} and this program is ${PRODUCT.version}; ${await howToEnd(context)}`,
    );
  }
  return createApi({ socketPath: path }, { signal });
}

/**
 * A server that has just started looks at its workloads first; who asks before that is told that nothing runs. One that
 * takes longer is starting indeed.
 */
async function untilFound(api: Api, signal: AbortSignal): Promise<void> {
  const until = Date.now() + FIND_LIMIT_MS;
  for (;;) {
    const { workloads } = await api.get<WorkloadList>("/workloads", { all: true });
    const isKnown = ({ status }: Workload): boolean => status !== "starting" && status !== "unknown";
    if (workloads.every(isKnown) || Date.now() > until) return;
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}

/** Workloads go on meanwhile, and the next command starts the server that belongs to it. */
async function howToEnd({ places }: Pick<Context, "places">): Promise<string> {
  const { serverProcess } = await import("./start-server.ts");
  const id = await serverProcess(places);
  return `${id === undefined ? "end that server" : `end that one with "kill ${id}"`}, and the next command starts its own`;
}

/** In a folder that everybody may write to, somebody else may have been there first. */
export async function refuseForeignFolder(folder: string): Promise<void> {
  await makeFolders(folder).catch((cause: Error) => {
    throw new Failure("not allowed", `"${folder}" cannot be made: ${cause.message}`, {
      cause,
      hint: "set XDG_RUNTIME_DIR to a folder of your own",
    });
  });
  const { uid, mode } = await lstat(folder);
  const isOurs = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
  if (isOurs) return;
  throw new Failure("not allowed", `"${folder}" belongs to somebody else or is open to others`, {
    hint: "set XDG_RUNTIME_DIR to a folder of your own",
  });
}

/** What the server there says it is; `undefined` when nobody answers, "unknown" when the answer is not one. */
function versionAt(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const asking = request(
      {
        socketPath: path,
        path: `${PRODUCT.apiPath}/version`,
        headers: { host: "localhost" },
        timeout: ANSWER_LIMIT_MS,
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.on("end", () => resolve(/"version":\s*"([\w.+-]{1,64})"/.exec(text)?.[1] ?? "unknown"));
        response.on("error", () => resolve(undefined));
      },
    );
    asking.on("timeout", () => asking.destroy(new Error(`${PRODUCT.name} does not answer`)));
    asking.on("error", () => resolve(undefined));
    asking.end();
  });
}
