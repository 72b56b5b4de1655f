import type { RunConfig } from "@toolhaven/contract/run-config";
import type { Workload, WorkloadDetails } from "@toolhaven/contract/workload";
import { transportEnv, targetPort } from "./container-spec.ts";
import type { Definition, Revision } from "./definition.ts";
import { labelsFor } from "./labels.ts";
import { clientMode } from "./listener.ts";
import { type StatusReport, toStatusContext } from "./status.ts";

/** The line of the list. An edit that is being staged shows once it serves. */
export function toWorkload(definition: Definition, report: StatusReport): Workload {
  const serving = definition.previous ?? definition.current;
  const { request } = serving;
  return {
    name: definition.name,
    package: request.image,
    url: clientUrl(serving),
    port: serving.port,
    tool_type: "mcp",
    transport_type: request.transport,
    proxy_mode: clientMode(request),
    status: report.status,
    status_context: toStatusContext(report),
    created_at: definition.created_at,
    group: request.group,
    labels: {},
    tools: request.tools,
    remote: false,
  };
}

export function toWorkloadDetails(definition: Definition, report: StatusReport): WorkloadDetails {
  const { request } = definition.previous ?? definition.current;
  return {
    ...request,
    ...toWorkload(definition, report),
    proxy_port: (definition.previous ?? definition.current).port,
  };
}

/** Where clients connect. Always loopback: it is the address this machine's clients use, whatever else is bound. */
export function clientUrl({ port, request }: Revision): string {
  const origin = `http://127.0.0.1:${port}`;
  return clientMode(request) === "sse" ? `${origin}/sse#${encodeURIComponent(request.name)}` : `${origin}/mcp`;
}

/** The portable description of a workload; importing it makes the same one again. Secrets are references. */
export function toRunConfig(definition: Definition, instance: string): RunConfig {
  const revision = definition.current;
  const { request } = revision;
  const port = targetPort(request);
  return {
    schema_version: "v0.1.0",
    name: request.name,
    base_name: request.name,
    container_name: request.name,
    container_labels: labelsFor(instance, revision),
    image: request.image,
    transport: request.transport,
    proxy_mode: clientMode(request),
    host: request.host,
    port: revision.port,
    ...(port !== undefined && { target_port: port, target_host: "127.0.0.1" }),
    group: request.group,
    cmd_args: request.cmd_arguments,
    env_vars: { ...request.env_vars, ...transportEnv(request) },
    secrets: request.secrets.map(({ name, target }) => `${name},target=${target}`),
    volumes: request.volumes,
    isolate_network: request.network_isolation,
    permission_profile: request.permission_profile,
    tools_filter: request.tools,
    tools_override: request.tools_override,
  };
}
