import { notImplemented } from "@toolhaven/contract/errors";
import type { PermissionProfile } from "@toolhaven/contract/permission-profile";
import type { Transport } from "@toolhaven/contract/transport";

/** What a workload's container may reach. The egress gate will add a third kind between these two. */
export type NetworkPlan =
  /** No network at all; the server speaks over its standard streams. */
  | { kind: "none" }
  /** A network of its own with a way out, shared with no other workload. */
  | { kind: "open" };

export interface NetworkWish {
  readonly transport: Transport;
  readonly isolation: boolean;
  readonly profile: PermissionProfile;
}

/**
 * Decides from the profile. What cannot be enforced yet is refused, never run with less isolation than asked for.
 * @throws AppError `not_implemented` for allow-lists, and for HTTP servers that may reach nothing
 */
export function planNetwork({ transport, isolation, profile }: NetworkWish): NetworkPlan {
  const outbound = profile.network?.outbound;
  if (!isolation || outbound?.insecure_allow_all) return { kind: "open" };
  const hasLists = (outbound?.allow_host?.length ?? 0) + (outbound?.allow_port?.length ?? 0) > 0;
  if (hasLists) {
    throw notImplemented(
      `"permission_profile": enforcing "allow_host" and "allow_port" (set "insecure_allow_all": true, or "network_isolation": false)`,
    );
  }
  if (transport !== "stdio") {
    throw notImplemented(
      `"permission_profile": cutting a server with transport "${transport}" off the network (set "insecure_allow_all": true, or "network_isolation": false)`,
    );
  }
  return { kind: "none" };
}
