import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { WorkloadList } from "@toolhaven/contract/workload";
import type { logsPrune } from "../manifest/workloads.ts";
import type { Run } from "../manifest/spec.ts";
import { done } from "./shared/done.ts";
import { workloadOfLine } from "./shared/server-log.ts";

/** The server in the background notes everything in one file; what it says of workloads that are gone is taken out. */
export const run: Run<typeof logsPrune> = async ({ flags }, { api, places }) => {
  const { workloads } = await (await api()).get<WorkloadList>("/workloads", { all: true });
  const known = new Set(workloads.map(({ name }) => name as string));
  const path = join(places.stateFolder, "server.log");
  const lines = (await readFile(path, "utf8").catch(() => "")).split("\n");
  const isKept = (line: string): boolean => {
    const workload = workloadOfLine(line);
    return workload === undefined || known.has(workload);
  };
  const gone = [...new Set(lines.filter((line) => !isKept(line)).map((line) => workloadOfLine(line)!))].toSorted();
  if (gone.length === 0) return done([], "nothing is left over");
  if (flags["dry-run"]) return done([], `would remove the notes on ${gone.join(", ")}`);
  // Written in place: the server holds the file open and goes on at its end.
  await writeFile(path, lines.filter(isKept).join("\n"), { mode: 0o600 });
  return done(gone, `removed the notes on ${gone.join(", ")}`);
};
