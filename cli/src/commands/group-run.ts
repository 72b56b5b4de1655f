import type { CreatedGroup } from "@toolhaven/contract/group";
import type { RegistryDetails } from "@toolhaven/contract/registry";
import type { CreatedWorkload, WorkloadList } from "@toolhaven/contract/workload";
import type { groupRun } from "../manifest/groups.ts";
import type { Run } from "../manifest/spec.ts";
import { Failure, usage } from "../program/failure.ts";
import { forEach } from "./shared/bulk.ts";
import { untilRunning } from "./shared/follow.ts";

export const run: Run<typeof groupRun> = async ({ args, flags }, context) => {
  context.progress.begin(`${args.group}: asking the server`);
  const api = await context.api();
  const { registry } = await api.get<RegistryDetails>("/registry/default");
  const group = registry.groups.find(({ name }) => name === args.group);
  if (!group) throw new Failure("not found", `the registry has no group "${args.group}"`);
  const names = [...Object.keys(group.servers ?? {}), ...Object.keys(group.remote_servers ?? {})].toSorted();
  // All of this is checked before anything is made.
  const env = flags.env.map((text) => member(text, /^([^.=]+)\.([^=]+)=(.*)$/s, "--env", names));
  const secrets = flags.secret.map((text) => member(text, /^([^,]+),target=([^.]+)\.(.+)$/s, "--secret", names, 2));
  const { workloads } = await api.get<WorkloadList>("/workloads", { all: true });
  const taken = names.find((name) => workloads.some((workload) => workload.name === name));
  if (taken)
    throw new Failure("conflict", `workload "${taken}" already exists`, { hint: `remove it with "thv rm ${taken}"` });
  await api.post<CreatedGroup>("/groups", { name: args.group });

  return forEach(
    names,
    async (name) => {
      const request = {
        name,
        image: name,
        group: args.group,
        env_vars: Object.fromEntries(
          env.filter(({ server }) => server === name).map(({ parts }) => [parts[1]!, parts[2]!]),
        ),
        secrets: secrets
          .filter(({ server }) => server === name)
          .map(({ parts }) => ({ name: parts[0]!, target: parts[2]! })),
      };
      await api.post<CreatedWorkload>("/workloads", request);
      await untilRunning(name, api, { ...context, limitMs: flags.timeout });
    },
    { verb: "started" },
  );
};

/** A text that names one of the group's servers; which part of it does is told by `at`. */
function member(
  text: string,
  shape: RegExp,
  flag: string,
  names: readonly string[],
  at = 1,
): { server: string; parts: readonly string[] } {
  const [, ...parts] = shape.exec(text) ?? [];
  const server = parts[at - 1];
  if (server === undefined) throw usage(`${flag} "${text}" does not name a server and a variable`);
  if (!names.includes(server)) throw usage(`${flag} "${text}": "${server}" is not in the group`);
  return { server, parts };
}
