import type { Workload, WorkloadList } from "@toolhaven/contract/workload";
import type { list } from "../manifest/workloads.ts";
import type { Run } from "../manifest/spec.ts";
import { table } from "../output/table.ts";
import { limited } from "./shared/limited.ts";

export const run: Run<typeof list> = async ({ flags }, context) => {
  const { style } = context;
  const server = await context.api();
  const found = await server.get<WorkloadList>("/workloads", { all: flags.all, group: flags.group });
  const workloads = limited(found.workloads, flags.limit, context);
  if (flags.format === "mcpservers") {
    const entries = workloads.map(({ name, url, proxy_mode: type }) => [name, { url, type }] as const);
    const servers = { mcpServers: Object.fromEntries(entries) };
    return { data: servers, text: JSON.stringify(servers, null, 2) };
  }
  if (workloads.length === 0) return { data: workloads, text: flags.all ? "no workloads" : "no running workloads" };
  const mark = (text: string, { status }: Workload): string =>
    status === "running" ? style.good(text) : status === "error" ? style.bad(text) : style.warn(text);
  return {
    data: workloads,
    text: table(workloads, [
      { title: "NAME", of: ({ name }) => name },
      { title: "PACKAGE", of: (workload) => workload.package },
      { title: "STATUS", of: ({ status }) => status, mark },
      { title: "URL", of: ({ url }) => url },
      { title: "PORT", of: ({ port }) => String(port) },
      { title: "GROUP", of: ({ group }) => group },
      { title: "CREATED AT", of: ({ created_at }) => created_at.replace(/\.\d+/, "") },
    ]),
  };
};
