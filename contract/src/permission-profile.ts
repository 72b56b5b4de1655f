import { z } from "zod";
import { Port } from "./port.ts";
import { quote } from "./quote.ts";
import { VolumeText } from "./volume.ts";

/** A host name, an address, or a name with everything below it: `.example.com`, `*.example.com`. */
const HostPattern = z
  .string()
  .regex(/^(?:\*?\.)?[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,251}[A-Za-z0-9])?$|^[0-9A-Fa-f]*:[0-9A-Fa-f:.]+$/, {
    error: ({ input }) =>
      `${quote(String(input))} is not a host; write a name or address without scheme, port or path, such as "api.example.com" or ".example.com"`,
  });

const Mounts = z.array(VolumeText).optional();

export const OutboundNetwork = z
  .object({
    allow_host: z
      .array(HostPattern)
      .optional()
      .describe("Hosts that may be reached; a leading dot includes all below."),
    allow_port: z.array(Port).optional().describe("Ports that may be reached."),
    insecure_allow_all: z.boolean().optional().describe("Everything may be reached."),
  })
  .meta({ id: "OutboundNetwork" });
export type OutboundNetwork = z.infer<typeof OutboundNetwork>;

/** What a workload may touch. What is absent is not allowed. */
export const PermissionProfile = z
  .object({
    name: z.string().optional(),
    read: Mounts.describe("Mounts the server may read: a path, or `host:container`."),
    write: Mounts.describe("Mounts the server may also change."),
    network: z.object({ outbound: OutboundNetwork.optional() }).optional(),
    privileged: z.boolean().optional().describe("Runs the container with all rights of the machine; avoid."),
  })
  .meta({
    id: "PermissionProfile",
    description: "What a workload may touch. What is left out is not allowed.",
    examples: [{ network: { outbound: { allow_host: ["api.example.com"], allow_port: [443] } } }],
  });
export type PermissionProfile = z.infer<typeof PermissionProfile>;

/** Nothing: no files, no network. */
export const NONE_PROFILE: PermissionProfile = profile("none", false);

/** The whole network, no files; what a workload gets when neither request nor registry says otherwise. */
export const NETWORK_PROFILE: PermissionProfile = profile("network", true);

/** The profiles that can be named instead of written out. */
export const BUILT_IN_PROFILES: ReadonlyMap<string, PermissionProfile> = new Map([
  ["none", NONE_PROFILE],
  ["network", NETWORK_PROFILE],
]);

function profile(name: string, reachesAll: boolean): PermissionProfile {
  const outbound = { allow_host: [], allow_port: [], insecure_allow_all: reachesAll };
  return { name, read: [], write: [], privileged: false, network: { outbound } };
}
