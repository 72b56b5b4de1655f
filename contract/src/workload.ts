import { z } from "zod";
import { EnvVars } from "./env-var.ts";
import { GroupName } from "./group.ts";
import { HeaderDefinition } from "./header.ts";
import { RemoteOAuthConfig } from "./oauth.ts";
import { OidcView } from "./oidc.ts";
import { PermissionProfile } from "./permission-profile.ts";
import { requestBody } from "./request-body.ts";
import { SecretReference } from "./secret.ts";
import { ToolOverrides } from "./tool-override.ts";
import { ProxyMode, Transport } from "./transport.ts";
import { VolumeText } from "./volume.ts";
import { WorkloadName } from "./workload-name.ts";

export const WorkloadStatus = z
  .enum(["running", "stopped", "error", "starting", "stopping", "unhealthy", "removing", "unknown"])
  .meta({ id: "WorkloadStatus" });
export type WorkloadStatus = z.infer<typeof WorkloadStatus>;

/** A workload as lists show it. */
export const Workload = z
  .object({
    name: WorkloadName,
    status: WorkloadStatus,
    status_context: z.string().optional().describe("Why the status is what it is, for people."),
    created_at: z.iso.datetime({ offset: true }).describe("The first creation, kept over edits and restarts."),
    group: GroupName,
    labels: z.record(z.string(), z.string()).describe("The user's own labels."),
    package: z.string().describe("The image reference, or `remote`."),
    port: z.int().min(0).max(65_535).describe("Where clients connect; 0 while there is none."),
    proxy_mode: ProxyMode.describe("What clients speak."),
    remote: z.boolean().describe("Runs elsewhere and has no container."),
    tool_type: z.literal("mcp"),
    tools: z.array(z.string()).describe("The tools that are offered; empty: all of them."),
    transport_type: Transport.describe("What the server speaks."),
    url: z.string().describe("Where clients connect; empty while there is no port."),
  })
  .meta({ id: "Workload", description: "A running, or once running, tool server." });
export type Workload = z.infer<typeof Workload>;

export const WorkloadList = z.object({ workloads: z.array(Workload) }).meta({ id: "WorkloadList" });
export type WorkloadList = z.infer<typeof WorkloadList>;

/** A workload with how it was asked for. `url` is the clients' address; a remote server's own is `remote_url`. */
export const WorkloadDetails = z
  .object({
    ...Workload.shape,
    image: z.string().optional().describe("The image reference; absent for a remote server."),
    remote_url: z.string().optional().describe("The remote server's own address."),
    transport: Transport.describe("Same as `transport_type`, under the name a request has for it."),
    proxy_port: z.int().min(0).max(65_535).describe("Same as `port`, under the name a request has for it."),
    target_port: z.int().min(0).max(65_535).describe("The port in the container; 0: chosen by us."),
    host: z.string().describe("The address the proxy listens on."),
    cmd_arguments: z.array(z.string()),
    env_vars: EnvVars,
    secrets: z.array(SecretReference),
    volumes: z.array(VolumeText),
    network_isolation: z.boolean(),
    permission_profile: PermissionProfile.optional(),
    tools_override: ToolOverrides,
    headers: z.array(HeaderDefinition),
    oauth_config: RemoteOAuthConfig.optional(),
    oidc: OidcView.optional(),
    authz_config: z.string().optional(),
  })
  .meta({ id: "WorkloadDetails", description: "A workload with how it was asked for." });
export type WorkloadDetails = z.infer<typeof WorkloadDetails>;

export const CreatedWorkload = z
  .object({
    name: WorkloadName.describe("The name every later call takes."),
    port: z.int().min(0).max(65_535).describe("Where clients connect."),
  })
  .meta({ id: "CreatedWorkload" });
export type CreatedWorkload = z.infer<typeof CreatedWorkload>;

export const WorkloadStatusAnswer = z.object({ status: WorkloadStatus }).meta({ id: "WorkloadStatusAnswer" });
export type WorkloadStatusAnswer = z.infer<typeof WorkloadStatusAnswer>;

/** Names or a group, never both. An empty list or text counts as not given. */
export const BulkTarget = requestBody(
  z.object({ names: z.array(WorkloadName).optional(), group: GroupName.optional() }).transform(toTarget),
  { blanks: ["group"] },
).meta({
  id: "BulkTarget",
  description: "Workloads by name, or all of a group.",
  oneOf: [{ required: ["names"] }, { required: ["group"] }],
  examples: [{ names: ["github", "osv"] }, { group: "web research" }],
});
export type BulkTarget = { names: WorkloadName[] } | { group: string };

function toTarget(
  { names = [], group }: { names?: WorkloadName[] | undefined; group?: string | undefined },
  context: z.RefinementCtx,
): BulkTarget {
  if (names.length > 0 && group === undefined) return { names };
  if (names.length === 0 && group !== undefined) return { group };
  const text = group === undefined ? `give "names" or "group"` : `give either "names" or "group", not both`;
  context.addIssue({ code: "custom", message: text });
  return z.NEVER;
}
