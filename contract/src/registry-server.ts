import { z } from "zod";
import { EnvVarName } from "./env-var.ts";
import { HeaderName } from "./header.ts";
import { HttpUrl } from "./http-url.ts";
import { RegistryOAuthConfig } from "./oauth.ts";
import { OutboundNetwork, PermissionProfile } from "./permission-profile.ts";
import { Port } from "./port.ts";
import { ToolName } from "./tool-override.ts";

/**
 * Registries are written by others. What an entry leaves out has a default, every field we do not know is kept, and
 * only what would keep a server from running is refused.
 */
export const ServerStatus = z
  .preprocess(
    // Registries of the time spell it with a capital.
    (value: "active" | "deprecated") => (typeof value === "string" ? value.toLowerCase() : value),
    z.enum(["active", "deprecated"]),
  )
  .meta({ id: "ServerStatus" });
export type ServerStatus = z.infer<typeof ServerStatus>;

export const ServerTier = z.enum(["Official", "Community"]).meta({ id: "ServerTier" });
export type ServerTier = z.infer<typeof ServerTier>;

/** Keys of a registry's maps. */
export const ServerName = z.string().regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, {
  error: `must be lower-case letters, digits and "-", with a letter or digit at both ends`,
});

const withoutDoubles = (entries: string[]): string[] => [...new Set(entries)];

export const EnvVarDefinition = z
  .looseObject({
    name: EnvVarName,
    description: z.string().default(""),
    required: z.boolean().default(false),
    secret: z.boolean().optional(),
    default: z.string().optional(),
  })
  .meta({ id: "EnvVarDefinition", description: "A variable a server reads." });
export type EnvVarDefinition = z.infer<typeof EnvVarDefinition>;

export const RegistryHeader = z
  .looseObject({
    name: HeaderName,
    description: z.string().default(""),
    required: z.boolean().default(false),
    secret: z.boolean().optional(),
    default: z.string().optional(),
    choices: z.array(z.string()).optional(),
  })
  .meta({ id: "RegistryHeader", description: "A header a remote server reads." });
export type RegistryHeader = z.infer<typeof RegistryHeader>;

export const Provenance = z
  .looseObject({
    attestation: z.looseObject({ predicate_type: z.string().optional(), predicate: z.unknown().optional() }).optional(),
    cert_issuer: z.string().optional(),
    repository_ref: z.string().optional(),
    repository_uri: z.string().optional(),
    runner_environment: z.string().optional(),
    signer_identity: z.string().optional(),
    sigstore_url: z.string().optional(),
  })
  .meta({ id: "Provenance", description: "Who built an image, and from what." });
export type Provenance = z.infer<typeof Provenance>;

const Permissions = PermissionProfile.extend({
  network: z.looseObject({ outbound: OutboundNetwork.loose().optional() }).optional(),
})
  .loose()
  .meta({ id: "RegistryPermissions", description: "What a server needs to touch; a permission profile." });

const described = {
  name: z.string(),
  description: z.string().default(""),
  tier: ServerTier.default("Community"),
  status: ServerStatus.default("active"),
  tools: z.array(ToolName).overwrite(withoutDoubles).default([]).describe("Empty when the registry does not say."),
  tags: z.array(z.string().min(1)).overwrite(withoutDoubles).optional(),
  env_vars: z.array(EnvVarDefinition).optional(),
  repository_url: HttpUrl.optional(),
  metadata: z
    .looseObject({ stars: z.int().optional(), pulls: z.int().optional(), last_updated: z.string().optional() })
    .optional(),
  custom_metadata: z.record(z.string(), z.unknown()).optional(),
};

export const ContainerServer = z
  .looseObject({
    ...described,
    image: z.string().min(1),
    transport: z.enum(["stdio", "sse", "streamable-http"]).default("stdio"),
    target_port: Port.optional(),
    args: z.array(z.string()).optional(),
    permissions: Permissions.optional(),
    provenance: Provenance.optional(),
    docker_tags: z.array(z.string()).optional(),
  })
  .meta({ id: "ContainerServer", description: "A server that runs in a container." });
export type ContainerServer = z.infer<typeof ContainerServer>;

export const RemoteServer = z
  .looseObject({
    ...described,
    url: HttpUrl,
    transport: z.enum(["sse", "streamable-http"]).default("streamable-http"),
    headers: z.array(RegistryHeader).optional(),
    oauth_config: RegistryOAuthConfig.optional(),
  })
  .meta({ id: "RemoteServer", description: "A server that runs elsewhere." });
export type RemoteServer = z.infer<typeof RemoteServer>;
