import type { CreatedWorkload, Workload } from "@toolhaven/contract/workload";
import type { run as spec } from "../manifest/run.ts";
import type { Run } from "../manifest/spec.ts";
import type { Context, Outcome } from "../program/context.ts";
import { askMissing } from "./run/ask-missing.ts";
import { requestFor } from "./run/request.ts";
import { unfinished } from "./run/unfinished.ts";
import { untilRunning } from "./shared/follow.ts";
import { findWorkload } from "./shared/targets.ts";

export const run: Run<typeof spec> = async (invocation, context) => {
  const { flags } = invocation;
  const asked = await requestFor(invocation, context);
  if (flags["dry-run"]) return { data: asked, text: JSON.stringify(asked, null, 2) };
  context.progress.begin(`${invocation.args.server ?? "workload"}: asking the server`);
  const api = await context.api();
  const { name } = await api.post<CreatedWorkload>("/workloads", await askMissing(asked, api, context));
  if (flags["no-wait"]) return told(await findWorkload(name, api), context);
  context.progress.show(`${name}: starting`);
  const workload = await untilRunning(name, api, { ...context, limitMs: flags.timeout }).catch((error: unknown) =>
    unfinished(error, name, context),
  );
  if (!flags.foreground) return told(workload, context);
  const { stay } = await import("./run/stay.ts");
  await stay(workload, api, context);
  return undefined;
};

/** The address alone goes to stdout, so that a script can use it. */
function told(workload: Workload, { tell }: Context): Outcome {
  const { name, url, status } = workload;
  tell(`"${name}" is ${status}; thv logs ${name} shows what it writes, thv stop ${name} stops it`);
  return { data: workload, text: url };
}
