import { z } from "zod";
import { AuditConfig } from "./audit.ts";
import { AuthzConfig } from "./authz.ts";
import { EnvVars } from "./env-var.ts";
import { GroupName } from "./group.ts";
import { HeaderDefinition } from "./header.ts";
import { PermissionProfile } from "./permission-profile.ts";
import { EnvVarDefinition } from "./registry-server.ts";
import { requestBody } from "./request-body.ts";
import { TelemetryConfig } from "./telemetry.ts";
import { ToolOverrides } from "./tool-override.ts";
import { ProxyMode, Transport } from "./transport.ts";
import { VolumeText } from "./volume.ts";
import { WorkloadName } from "./workload-name.ts";

const Text = z.string();
const Strings = z.array(Text);
const Flag = z.boolean();

/** Other writers of these documents capitalise the keys of some parts their own way: keys match without case. */
function anyCase<T extends z.ZodRawShape>(schema: z.ZodObject<T>) {
  const known = new Map(Object.keys(schema.shape).map((key) => [key.toLowerCase(), key]));
  return z.preprocess((value: z.input<typeof schema>): unknown => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, field]) => [known.get(key.toLowerCase()) ?? key, field]),
    );
  }, schema);
}

/** `5m`, `1h30m`; a bare number is nanoseconds, as some writers of these documents have it. */
const Duration = z.preprocess(
  (value: string | number) => (typeof value === "number" ? `${value}ns` : value),
  Text.regex(/^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/, { error: `must be a duration, such as "30s" or "5m"` }),
);

export const RemoteAuthConfig = anyCase(
  z.object({
    clientID: Text.optional(),
    clientSecret: Text.optional().describe("A reference into the secret store: `NAME,target=FIELD`."),
    clientSecretFile: Text.optional(),
    scopes: Strings.optional(),
    skipBrowser: Flag.optional(),
    timeout: Duration.optional().meta({ examples: ["5m"] }),
    callbackPort: z.int().min(0).max(65_535).optional(),
    issuer: Text.optional(),
    authorizeURL: Text.optional(),
    tokenURL: Text.optional(),
    headers: z.array(HeaderDefinition).optional(),
    envVars: z.array(EnvVarDefinition).optional(),
    oauthParams: z.record(Text, Text).optional(),
  }),
).meta({ id: "RemoteAuthConfig" });
export type RemoteAuthConfig = z.infer<typeof RemoteAuthConfig>;

export const TokenValidatorConfig = anyCase(
  z.object({
    issuer: Text.optional(),
    audience: Text.optional(),
    jwksurl: Text.optional(),
    clientID: Text.optional(),
    clientSecret: Text.optional(),
    cacertPath: Text.optional(),
    authTokenFile: Text.optional(),
    allowPrivateIP: Flag.optional(),
    introspectionURL: Text.optional(),
    resourceURL: Text.optional(),
  }),
).meta({ id: "TokenValidatorConfig" });
export type TokenValidatorConfig = z.infer<typeof TokenValidatorConfig>;

export const MiddlewareConfig = z
  .object({ type: Text, parameters: z.record(Text, z.unknown()) })
  .meta({ id: "MiddlewareConfig" });
export type MiddlewareConfig = z.infer<typeof MiddlewareConfig>;

export const IgnoreConfig = anyCase(z.object({ loadGlobal: Flag.optional(), printOverlays: Flag.optional() })).meta({
  id: "IgnoreConfig",
});
export type IgnoreConfig = z.infer<typeof IgnoreConfig>;

const SecretText = Text.regex(/^[^,]+,target=.+$/s, { error: `must be "NAME,target=VARIABLE"` });

const PortNumber = z.int().min(0).max(65_535);

const Document = z.object({
  schema_version: z.literal("v0.1.0", { error: `must be "v0.1.0"` }),
  name: WorkloadName,
  base_name: Text.optional(),
  container_name: Text.optional(),
  container_labels: z.record(Text, Text).optional(),
  image: Text.optional(),
  remote_url: Text.optional().describe("Set instead of `image` for a remote server."),
  transport: Transport,
  proxy_mode: ProxyMode.optional(),
  host: Text,
  port: PortNumber.describe("Where clients connect."),
  target_host: Text.optional(),
  target_port: PortNumber.optional(),
  group: GroupName.optional(),
  cmd_args: Strings.optional(),
  env_vars: EnvVars.optional(),
  env_file_dir: Text.optional(),
  volumes: z.array(VolumeText).optional(),
  secrets: z
    .array(SecretText)
    .optional()
    .meta({ examples: [["github-token,target=GITHUB_TOKEN"]] }),
  isolate_network: Flag.optional(),
  permission_profile: PermissionProfile.optional(),
  permission_profile_name_or_path: Text.optional(),
  tools_filter: Strings.optional(),
  tools_override: ToolOverrides.optional(),
  remote_auth_config: RemoteAuthConfig.optional(),
  oidc_config: TokenValidatorConfig.optional(),
  authz_config: AuthzConfig.optional(),
  authz_config_path: Text.optional(),
  audit_config: AuditConfig.optional(),
  audit_config_path: Text.optional(),
  telemetry_config: TelemetryConfig.optional(),
  middleware_configs: z.array(MiddlewareConfig).optional(),
  ignore_config: IgnoreConfig.optional(),
  debug: Flag.optional(),
  thv_ca_bundle: Text.optional(),
  jwks_auth_token_file: Text.optional(),
  k8s_pod_template_patch: Text.optional(),
});

/** A workload as a document that makes the same one again elsewhere. Secrets are references, never values. */
export const RunConfig = requestBody(Document).meta({
  id: "RunConfig",
  description: "A workload as a document that makes the same one again elsewhere. Secrets are references.",
});
export type RunConfig = z.infer<typeof RunConfig>;
