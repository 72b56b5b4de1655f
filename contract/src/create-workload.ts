import { z } from "zod";
import { EnvVars } from "./env-var.ts";
import { GroupName } from "./group.ts";
import { HeaderDefinition } from "./header.ts";
import { HttpUrl } from "./http-url.ts";
import { RemoteOAuthConfig } from "./oauth.ts";
import { OidcOptions } from "./oidc.ts";
import { PermissionProfile } from "./permission-profile.ts";
import { PortOrAny } from "./port.ts";
import { PRODUCT } from "./product.ts";
import { requestBody } from "./request-body.ts";
import { SecretReference } from "./secret.ts";
import { ToolName, ToolOverrides } from "./tool-override.ts";
import { ProxyMode, type Transport, TransportInput } from "./transport.ts";
import { VolumeText } from "./volume.ts";
import { WorkloadName } from "./workload-name.ts";

const Image = z
  .string()
  .regex(/^[^\s\p{Cc}]{1,512}$/u, { error: "must be an image reference without spaces, at most 512 characters" });

const BindAddress = z
  .string()
  .regex(/^[A-Za-z0-9.:_%-]{1,253}$/, { error: `must be an address to listen on, such as "127.0.0.1" or "0.0.0.0"` });

const Argument = z.string().regex(/^[^\0]*$/, { error: "must not hold a NUL character" });

/** Everything about a workload that an edit replaces, which is everything but its name. */
const wishes = {
  image: Image.optional().describe(
    "An image reference, the name of a registry's server, or a package: `npx://`, `uvx://`, `go://`. Ignored when `url` is given.",
  ),
  url: HttpUrl.optional().describe("The address of a remote server."),
  transport: TransportInput.optional().describe(
    "What the server speaks. Left out: what the registry says, else `stdio`; for a remote server `streamable-http`.",
  ),
  proxy_mode: ProxyMode.default("streamable-http").describe("What clients speak with a `stdio` server."),
  proxy_port: PortOrAny.default(0).describe("Where clients connect; 0: any free port, and on edit the present one."),
  target_port: PortOrAny.default(0).describe("The server's port in its container; 0: the registry's, else ours."),
  host: BindAddress.default(PRODUCT.defaultHost).describe("The address the proxy listens on."),
  group: GroupName.default(PRODUCT.defaultGroup),
  cmd_arguments: z.array(Argument).default([]).describe("Arguments of the server; empty: the registry's."),
  env_vars: EnvVars.default({}).describe("Variables of the container, in clear; keys and passwords go to `secrets`."),
  secrets: z.array(SecretReference).default([]),
  volumes: z
    .array(VolumeText)
    .default([])
    .meta({
      description: "Mounts: `host:container`, `host:container:ro`, or one path for both.",
      examples: [["/home/me/notes:/notes:ro"]],
    }),
  network_isolation: z.boolean().default(true).describe("Enforces the network part of the permission profile."),
  permission_profile: PermissionProfile.optional().describe("Left out: the registry's, else the whole network."),
  tools: z.array(ToolName).default([]).describe("The tools to offer, by the names clients see; empty: all."),
  tools_override: ToolOverrides.default({}).describe("New names and descriptions, by the server's own tool names."),
  headers: z.array(HeaderDefinition).default([]).describe("Headers for a remote server."),
  oauth_config: RemoteOAuthConfig.optional(),
  oidc: OidcOptions.optional(),
  authz_config: z.string().optional().describe("Path of an authorization file the server can read."),
};

/** Fields for which a form may send an empty string. Not the name: whoever sends one means it. */
const blanks = ["image", "url", "transport", "proxy_mode", "host", "group", "authz_config"];

const examples = [
  { image: "ghcr.io/example/notes:1.2", env_vars: { LANG: "en" }, volumes: ["/home/me/notes:/notes:ro"] },
];

const source = [{ required: ["image"] }, { required: ["url"] }];

const Wishes = z.object(wishes).overwrite(preferUrl).superRefine(checkSource);
const NamedWishes = z
  .object({ name: WorkloadName.optional().describe("Left out: derived from the image or address."), ...wishes })
  .overwrite(preferUrl)
  .superRefine(checkSource);

/** A new workload. Creating also starts it. */
export const CreateWorkload = requestBody(NamedWishes, { blanks }).meta({
  id: "CreateWorkload",
  description: "A workload to create and start; `image` or `url` is needed.",
  anyOf: source,
  examples: [{ name: "notes", ...examples[0] }, { url: "https://example.com/mcp" }],
});
export type CreateWorkload = z.infer<typeof CreateWorkload>;

/** Replaces all of a workload but its name: what is left out goes back to its default. A name is ignored. */
export const UpdateWorkload = requestBody(Wishes, { blanks }).meta({
  id: "UpdateWorkload",
  description: "Replaces all of a workload but its name: what is left out goes back to its default.",
  anyOf: source,
  examples,
});
export type UpdateWorkload = z.infer<typeof UpdateWorkload>;

/** What a server speaks when neither the request nor a registry says. */
export const defaultTransport = ({ url }: { url?: string | undefined }): Exclude<Transport, "inspector"> =>
  url ? "streamable-http" : "stdio";

type Asked = z.infer<z.ZodObject<typeof wishes>>;

function preferUrl<T extends Asked>(asked: T): T {
  return asked.url ? { ...asked, image: undefined } : asked;
}

function checkSource(asked: Asked, context: z.RefinementCtx): void {
  if (!asked.image && !asked.url) {
    context.addIssue({
      code: "custom",
      message: `give "image" (an image, a registry's server, or npx://, uvx://, go://) or "url" (a remote server)`,
    });
  }
  if (asked.url && asked.transport === "stdio") {
    context.addIssue({
      code: "custom",
      path: ["transport"],
      message: `a remote server speaks "sse" or "streamable-http", not "stdio"`,
    });
  }
}
