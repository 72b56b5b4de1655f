import { once } from "node:events";
import type { CreatedWorkload, Workload } from "@toolhaven/contract/workload";
import { segment } from "../api/api.ts";
import type { run as spec } from "../manifest/run.ts";
import type { Run } from "../manifest/spec.ts";
import type { Context, Outcome } from "../program/context.ts";
import { askMissing } from "./run/ask-missing.ts";
import { requestFor } from "./run/request.ts";
import { unfinished } from "./run/unfinished.ts";
import { untilRunning } from "./shared/follow.ts";
import { findWorkload } from "./shared/targets.ts";

const REMOVE_LIMIT_MS = 30_000;

export const run: Run<typeof spec> = async (invocation, context) => {
  const { flags } = invocation;
  const asked = await requestFor(invocation, context);
  if (flags["dry-run"]) return { data: asked, text: JSON.stringify(asked, null, 2) };
  const api = await context.api();
  const { name } = await api.post<CreatedWorkload>("/workloads", await askMissing(asked, api, context));
  if (flags["no-wait"]) return told(await findWorkload(name, api), context);
  context.progress.show(`${name}: starting`);
  const workload = await untilRunning(name, api, { ...context, limitMs: flags.timeout }).catch((error: unknown) =>
    unfinished(error, name, context),
  );
  if (!flags.foreground) return told(workload, context);
  await stay(workload, context);
  return undefined;
};

/** The address alone goes to stdout, so that a script can use it. */
function told(workload: Workload, { tell }: Context): Outcome {
  const { name, url, status } = workload;
  tell(`"${name}" is ${status}; thv logs ${name} shows what it writes, thv stop ${name} stops it`);
  return { data: workload, text: url };
}

/** Stays until the user wants to stop, then removes what was run. */
async function stay({ name, url }: Workload, context: Context): Promise<void> {
  context.tell(`"${name}" runs at ${url}; Ctrl-C removes it`);
  if (!context.signal.aborted) await once(context.signal, "abort");
  context.tell(`removing "${name}"`);
  const { openApi } = await import("../api/open-api.ts");
  // The signal that ended the wait would end these calls too.
  const signal = AbortSignal.timeout(REMOVE_LIMIT_MS);
  const api = await openApi({ ...context, signal });
  await api.delete(`/workloads/${segment(name)}`);
  const { follow } = await import("./shared/follow.ts");
  await follow([name], (found) => found === undefined, api, { ...context, signal, limitMs: REMOVE_LIMIT_MS });
}
