import type { RunConfig } from "@toolhaven/contract/run-config";
import type { Workload, WorkloadDetails } from "@toolhaven/contract/workload";
import { transportEnv, targetPort } from "./container-spec.ts";
import { type Definition, isRemote, type RemoteRequest, type Revision } from "./definition.ts";
import { labelsFor } from "./labels.ts";
import { clientMode } from "./listener.ts";
import { type StatusReport, toStatusContext } from "./status.ts";

/** The line of the list. An edit that is being staged shows once it serves. */
export function toWorkload(definition: Definition, report: StatusReport): Workload {
  const serving = definition.previous ?? definition.current;
  const { request } = serving;
  return {
    name: definition.name,
    package: request.image ?? "remote",
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
    remote: isRemote(request),
  };
}

export function toWorkloadDetails(definition: Definition, report: StatusReport): WorkloadDetails {
  const { url, permission_profile, ...request } = (definition.previous ?? definition.current).request;
  return {
    ...request,
    ...(url === undefined ? { permission_profile } : { remote_url: url }),
    ...toWorkload(definition, report),
    proxy_port: (definition.previous ?? definition.current).port,
  };
}

/** A workload as an AI client is told of it. */
export interface OfferedWorkload {
  readonly name: string;
  readonly group: string;
  readonly url: string;
  /** What clients speak. */
  readonly mode: "streamable-http" | "sse";
  /** When the workload was made: a later one of the same name is another one. */
  readonly created_at: string;
}

export function toOffered({ name, created_at, current, previous: serving = current }: Definition): OfferedWorkload {
  const { request } = serving;
  return { name, group: request.group, url: clientUrl(serving), mode: clientMode(request), created_at };
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
  const port = isRemote(request) ? undefined : targetPort(request);
  return {
    schema_version: "v0.1.0",
    name: request.name,
    base_name: request.name,
    container_name: request.name,
    container_labels: labelsFor(instance, revision),
    ...(isRemote(request)
      ? remoteParts(request)
      : { image: request.image, permission_profile: request.permission_profile }),
    transport: request.transport,
    proxy_mode: clientMode(request),
    host: request.host,
    port: revision.port,
    ...(port !== undefined && { target_port: port, target_host: "127.0.0.1" }),
    group: request.group,
    cmd_args: request.cmd_arguments,
    env_vars: { ...request.env_vars, ...(isRemote(request) ? {} : transportEnv(request)) },
    secrets: request.secrets.map(({ name, target }) => `${name},target=${target}`),
    volumes: request.volumes,
    isolate_network: request.network_isolation,
    tools_filter: request.tools,
    tools_override: request.tools_override,
  };
}

const remoteParts = ({ url, headers }: RemoteRequest) => ({
  remote_url: url,
  ...(headers.length > 0 && { remote_auth_config: { headers } }),
});
