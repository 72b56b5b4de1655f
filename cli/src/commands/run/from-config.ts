import type { RunConfig } from "@toolhaven/contract/run-config";
import type { Io } from "../../output/io.ts";
import { usage } from "../../program/failure.ts";
import { readText } from "./read-text.ts";

const LIMIT = 1024 * 1024;

/** A saved configuration as a create request. What the request has no field for must be empty, or is named. */
export async function requestFromConfig(path: string, io: Pick<Io, "stdin">): Promise<Record<string, unknown>> {
  const text = path === "-" ? await io.stdin.readAll(LIMIT) : await readText(path);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw usage(`${path === "-" ? "the input" : `"${path}"`} is not JSON`);
  }
  // Loaded here only: reading the shapes costs more than most commands do.
  const { RunConfig: schema } = await import("@toolhaven/contract/run-config");
  const { parseInput } = await import("@toolhaven/contract/input");
  return toRequest(parseInput(schema, value));
}

/** Set by us for every server of its transport, and so no wish. */
const OURS = new Set(["MCP_TRANSPORT", "MCP_PORT", "FASTMCP_PORT", "MCP_HOST"]);

function toRequest(config: RunConfig): Record<string, unknown> {
  refuseWhatHasNoField(config);
  const env = Object.entries(config.env_vars ?? {}).filter(([name]) => !OURS.has(name));
  return {
    name: config.name,
    ...(config.remote_url ? { url: config.remote_url } : { image: config.image }),
    transport: config.transport,
    ...(config.transport === "stdio" && { proxy_mode: config.proxy_mode }),
    host: config.host,
    proxy_port: config.port,
    ...(!config.remote_url && { target_port: config.target_port, permission_profile: config.permission_profile }),
    group: config.group,
    cmd_arguments: config.cmd_args,
    env_vars: Object.fromEntries(env),
    secrets: config.secrets?.map(toReference),
    volumes: config.volumes,
    network_isolation: config.isolate_network,
    tools: config.tools_filter,
    tools_override: config.tools_override,
    headers: config.remote_auth_config?.headers,
    authz_config: config.authz_config_path,
  };
}

function toReference(text: string): { name: string; target: string } {
  const [, name = "", target = ""] = /^([^,]+),target=(.+)$/s.exec(text) ?? [];
  return { name, target };
}

const WITHOUT_FIELD = [
  "audit_config",
  "audit_config_path",
  "telemetry_config",
  "ignore_config",
  "env_file_dir",
  "k8s_pod_template_patch",
  "oidc_config",
  "thv_ca_bundle",
  "jwks_auth_token_file",
] as const satisfies ReadonlyArray<keyof RunConfig>;

function refuseWhatHasNoField(config: RunConfig): void {
  const found = WITHOUT_FIELD.find((key) => config[key] !== undefined);
  if (found)
    throw usage(`"${found}" of the configuration is not there yet`, "take it out of the file to run without it");
}
