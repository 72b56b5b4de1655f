import type { ServerAnswer } from "@toolhaven/contract/registry";
import { segment } from "../api/api.ts";
import type { registryInfo } from "../manifest/registry.ts";
import type { Run } from "../manifest/spec.ts";

export const run: Run<typeof registryInfo> = async ({ args }, { api, style }) => {
  const answer = await (await api()).get<ServerAnswer>(`/registry/default/servers/${segment(args.server)}`);
  const server = answer.server ?? answer.remote_server!;
  const outbound = answer.server?.permissions?.network?.outbound;
  const rows: ReadonlyArray<readonly [string, string | undefined]> = [
    ["Name", server.name],
    ["Type", answer.is_remote ? "remote" : "container"],
    ["Description", server.description],
    ["Tier", server.tier],
    ["Status", server.status],
    ["Transport", server.transport],
    ["Image", answer.server?.image],
    ["Address", answer.remote_server?.url],
    ["Port", answer.server?.target_port?.toString()],
    ["Repository", server.repository_url],
    ["Tools", server.tools?.join(", ")],
    ["Tags", server.tags?.join(", ")],
    ["May reach", outbound && reachOf(outbound)],
    ["Variables", server.env_vars?.map(({ name, required }) => (required ? `${name} (required)` : name)).join(", ")],
    [
      "Headers",
      answer.remote_server?.headers?.map(({ name, required }) => (required ? `${name} (required)` : name)).join(", "),
    ],
    ["Run it", `thv run ${server.name}`],
  ];
  const shown = rows.filter((row): row is readonly [string, string] => Boolean(row[1]));
  return {
    data: answer,
    text: shown.map(([title, text]) => `${style.bold(`${title}:`.padEnd(13))} ${text}`).join("\n"),
  };
};

interface Outbound {
  readonly insecure_allow_all?: boolean | undefined;
  readonly allow_host?: readonly string[] | undefined;
  readonly allow_port?: readonly number[] | undefined;
}

function reachOf({ insecure_allow_all, allow_host = [], allow_port = [] }: Outbound): string {
  if (insecure_allow_all) return "everything";
  const hosts = allow_host.length > 0 ? allow_host.join(", ") : "any host";
  return allow_port.length > 0 ? `${hosts} on port ${allow_port.join(", ")}` : hosts;
}
