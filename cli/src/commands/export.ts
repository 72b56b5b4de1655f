import { mkdir, open } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { RunConfig } from "@toolhaven/contract/run-config";
import { segment } from "../api/api.ts";
import type { Run } from "../manifest/spec.ts";
import type { exportConfig } from "../manifest/workloads.ts";
import { Failure } from "../program/failure.ts";

export const run: Run<typeof exportConfig> = async ({ args, flags }, { api }) => {
  const config = await (await api()).get<RunConfig>(`/workloads/${segment(args.workload)}/export`);
  const text = JSON.stringify(config, null, 2);
  if (args.path === "-") return { data: config, text };
  const path = resolve(args.path);
  await mkdir(dirname(path), { recursive: true, mode: 0o750 });
  try {
    await using file = await open(path, flags.force ? "w" : "wx", 0o600);
    await file.writeFile(`${text}\n`);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
    throw new Failure("conflict", `"${path}" exists already`, { cause, hint: "pass --force to write over it" });
  }
  return { data: config, text: `saved to ${path}`, isNote: true };
};
