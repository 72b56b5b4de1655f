import type { Workload, WorkloadList } from "@toolhaven/contract/workload";
import type { Api } from "../../api/api.ts";
import { Failure, usage } from "../../program/failure.ts";
import { didYouMean } from "../../program/suggest.ts";

export interface TargetWish {
  readonly names: readonly string[];
  readonly all: boolean;
  readonly group: string | undefined;
  readonly ignoreMissing?: boolean;
}

/**
 * The workloads that names, --all or --group mean, by name.
 * @throws Failure `usage` unless exactly one of the three is given, `not found` for an unknown name
 */
export async function targetsOf(
  { names, all, group, ignoreMissing = false }: TargetWish,
  api: Api,
): Promise<Workload[]> {
  const given = [names.length > 0, all, group !== undefined].filter(Boolean).length;
  if (given !== 1) {
    const problem = given === 0 ? "nothing to act on" : "names, --all and --group exclude each other";
    throw usage(problem, "give names of workloads, or --all, or --group GROUP");
  }
  const { workloads } = await api.get<WorkloadList>("/workloads", { all: true, group });
  if (names.length === 0) return workloads;
  const missing = names.filter((name) => !workloads.some((workload) => workload.name === name));
  if (missing.length > 0 && !ignoreMissing) throw unknownWorkload(missing[0]!, workloads);
  return workloads.filter(({ name }) => names.includes(name));
}

function unknownWorkload(name: string, workloads: readonly Workload[]): Failure {
  const hint = didYouMean(
    name,
    workloads.map((workload) => workload.name),
  );
  return new Failure("not found", `workload "${name}" not found`, {
    hint: hint ?? "thv list --all shows what there is",
  });
}

/** @throws Failure `not found`, with what was probably meant */
export async function findWorkload(name: string, api: Api): Promise<Workload> {
  const { workloads } = await api.get<WorkloadList>("/workloads", { all: true });
  const found = workloads.find((workload) => workload.name === name);
  if (!found) throw unknownWorkload(name, workloads);
  return found;
}
