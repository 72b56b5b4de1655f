import { z } from "zod";
import { HttpUrl } from "./http-url.ts";
import { ContainerServer, RemoteServer, ServerName } from "./registry-server.ts";
import { requestBody, withoutNulls } from "./request-body.ts";

export const RegistryType = z.enum(["file", "url", "default"]).meta({
  id: "RegistryType",
  description: "Where the servers come from: a file, an address, or the product itself.",
});
export type RegistryType = z.infer<typeof RegistryType>;

const Version = z
  .string()
  .regex(/^\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?$/, { error: `must be a version, such as "1.0.0"` });
const Updated = z.iso.datetime({ offset: true, error: `must be a time, such as "2025-10-13T00:18:49Z"` });

const groupOf = <C extends z.ZodType, R extends z.ZodType>(container: C, remote: R) =>
  z.looseObject({
    name: z.string().min(1),
    description: z.string().default(""),
    servers: z.record(ServerName, container).optional(),
    remote_servers: z.record(ServerName, remote).optional(),
  });

/** Entries of a document need no name: their key in the map is it. */
const ContainerEntry = ContainerServer.partial({ name: true });
const RemoteEntry = RemoteServer.partial({ name: true });

const Document = z.looseObject({
  version: Version,
  last_updated: Updated,
  servers: z.record(ServerName, ContainerEntry),
  remote_servers: z.record(ServerName, RemoteEntry).optional(),
  groups: z.array(groupOf(ContainerEntry, RemoteEntry)).optional(),
});

/** A registry as others write it. Fields we do not know are kept. */
export const RegistryDocument = z.preprocess((value: z.input<typeof Document>) => withoutNulls(value), Document);
export type RegistryDocument = z.infer<typeof RegistryDocument>;

export const Registry = z
  .looseObject({
    version: z.string(),
    last_updated: z.string(),
    servers: z.record(z.string(), ContainerServer),
    remote_servers: z.record(z.string(), RemoteServer),
    groups: z.array(groupOf(ContainerServer, RemoteServer).meta({ id: "RegistryGroup" })),
  })
  .meta({ id: "Registry" });
export type Registry = z.infer<typeof Registry>;

/** Gives every entry its key as its name; a name an entry had itself does not count. */
export function registryFrom(document: RegistryDocument): Registry {
  return {
    ...document,
    servers: named(document.servers),
    remote_servers: named(document.remote_servers ?? {}),
    groups: (document.groups ?? []).map(({ servers = {}, remote_servers = {}, ...group }) => ({
      ...group,
      servers: named(servers),
      remote_servers: named(remote_servers),
    })),
  };
}

const named = <T extends object>(entries: Readonly<Record<string, T>>): Record<string, T & { name: string }> =>
  Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, { ...entry, name }]));

const info = {
  name: z.string(),
  type: RegistryType,
  source: z.string().describe("The file or address; empty for the product's own."),
  version: z.string(),
  last_updated: z.string(),
  server_count: z.int().min(0).describe("Container servers; remote ones are not counted."),
};

export const RegistryInfo = z.object(info).meta({ id: "RegistryInfo" });
export type RegistryInfo = z.infer<typeof RegistryInfo>;

export const RegistryList = z.object({ registries: z.array(RegistryInfo) }).meta({ id: "RegistryList" });
export type RegistryList = z.infer<typeof RegistryList>;

export const RegistryDetails = z.object({ ...info, registry: Registry }).meta({ id: "RegistryDetails" });
export type RegistryDetails = z.infer<typeof RegistryDetails>;

export const ServerList = z
  .object({ servers: z.array(ContainerServer), remote_servers: z.array(RemoteServer) })
  .meta({ id: "ServerList" });
export type ServerList = z.infer<typeof ServerList>;

export const ServerAnswer = z
  .object({ is_remote: z.boolean(), server: ContainerServer.optional(), remote_server: RemoteServer.optional() })
  .meta({ id: "ServerAnswer", description: "One of the two kinds of server; `is_remote` says which." });
export type ServerAnswer = z.infer<typeof ServerAnswer>;

/** Both fields left out go back to the product's own registry. */
export const UpdateRegistry = requestBody(
  z
    .object({
      url: HttpUrl.optional().describe("Read the registry from here; https, unless private addresses are allowed."),
      local_path: z
        .string()
        .regex(/\.json$/i, { error: `must be the path of a ".json" file` })
        .optional()
        .describe("Read the registry from a file of the server's machine."),
      allow_private_ip: z.boolean().default(false).describe("Allow `url` to be on a private address."),
    })
    .superRefine(({ url, local_path, allow_private_ip }, context) => {
      if (url !== undefined && local_path !== undefined) {
        context.addIssue({ code: "custom", message: `give either "url" or "local_path", not both` });
      } else if (url !== undefined && !allow_private_ip && !/^https:/i.test(url)) {
        const message = `must be https, unless "allow_private_ip" is true`;
        context.addIssue({ code: "custom", path: ["url"], message });
      }
    }),
).meta({
  id: "UpdateRegistry",
  description: "Where to read the registry from; nothing given: the product's own.",
  not: { required: ["url", "local_path"] },
  examples: [{ url: "https://example.com/registry.json" }, { local_path: "/home/me/registry.json" }, {}],
});
export type UpdateRegistry = z.infer<typeof UpdateRegistry>;

export const UpdatedRegistry = z.object({ message: z.string(), type: RegistryType }).meta({ id: "UpdatedRegistry" });
export type UpdatedRegistry = z.infer<typeof UpdatedRegistry>;
