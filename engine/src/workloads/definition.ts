import type { PermissionProfile } from "@toolhaven/contract/permission-profile";
import type { CreateWorkload } from "@toolhaven/contract/create-workload";
import type { Transport } from "@toolhaven/contract/transport";
import { WorkloadName } from "@toolhaven/contract/workload-name";
import { z } from "zod";

/** One configuration of a workload; every edit makes a new one with the next number. */
export const Revision = z.object({
  number: z.int().min(1),
  /** The request as accepted, with its defaults. Secrets appear as references only. */
  request: z.custom<ResolvedRequest>((value) => typeof value === "object" && value !== null),
  /** What clients connect to; fixed for the life of the revision. */
  port: z.int().min(1).max(65_535),
  /** Content address of the image the reference meant when the revision was accepted. */
  imageId: z.string().optional(),
});
export type Revision = z.infer<typeof Revision>;

/** A create request with nothing left to choose: a server in a container, or one that runs elsewhere. */
export type ResolvedRequest = ContainerRequest | RemoteRequest;

export interface ContainerRequest extends Settled {
  readonly image: string;
  readonly url?: undefined;
  readonly transport: Exclude<Transport, "inspector">;
}

export interface RemoteRequest extends Settled {
  readonly image?: undefined;
  /** The server's own address. */
  readonly url: string;
  readonly transport: "sse" | "streamable-http";
}

interface Settled extends Omit<CreateWorkload, "name" | "image" | "url" | "transport" | "permission_profile"> {
  readonly name: WorkloadName;
  readonly permission_profile: PermissionProfile;
}

export const isRemote = (request: ResolvedRequest): request is RemoteRequest => request.url !== undefined;

/** What should be, as kept on disk: one document per workload. What is, the container engine says. */
export const Definition = z.object({
  format: z.literal(1),
  name: WorkloadName,
  /** RFC 3339; the first creation, kept over edits and restarts. */
  created_at: z.string(),
  desired: z.enum(["running", "stopped", "removed"]),
  /** A restart was accepted and its stop has not happened yet. */
  restart: z.boolean(),
  current: Revision,
  /** Set while an edit is staged: it serves until `current` is up, and returns when that fails. */
  previous: Revision.optional(),
});
export type Definition = z.infer<typeof Definition>;

/** The same workload in another group; of every configuration it has, or the old one would come back with an edit. */
export function inGroup(definition: Definition, group: string): Definition {
  const moved = (revision: Revision): Revision => ({ ...revision, request: { ...revision.request, group } });
  const { current, previous } = definition;
  return { ...definition, current: moved(current), ...(previous && { previous: moved(previous) }) };
}
