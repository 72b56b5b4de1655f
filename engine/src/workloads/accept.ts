import { AppError, notFound, notImplemented } from "@toolhaven/contract/errors";
import { BUILT_IN_PROFILES, NETWORK_PROFILE, type PermissionProfile } from "@toolhaven/contract/permission-profile";
import { type CreateWorkload, defaultTransport, type UpdateWorkload } from "@toolhaven/contract/create-workload";
import type { WorkloadName } from "@toolhaven/contract/workload-name";
import type { Images } from "../images/images.ts";
import { checkSources, mountsOf } from "../permissions/mounts.ts";
import { planNetwork } from "../permissions/network-plan.ts";
import type { ResolvedRequest } from "./definition.ts";

export interface AcceptDeps {
  readonly images: Images;
  readonly hasGroup: (name: string) => boolean;
  /** Rejects with `invalid_input` for a reference nothing can resolve. */
  readonly resolveSecrets: (references: ResolvedRequest["secrets"]) => Promise<Readonly<Record<string, string>>>;
}

export interface Accepted {
  readonly request: ResolvedRequest;
  readonly imageId?: string;
}

/**
 * Everything that can be said about a request before anything is made: afterwards only the engine can fail.
 * Nothing is left behind when it rejects.
 */
export async function acceptRequest(
  asked: CreateWorkload | UpdateWorkload,
  { name, signal, deps }: { name: WorkloadName; signal: AbortSignal; deps: AcceptDeps },
): Promise<Accepted> {
  refuseWhatIsMissing(asked);
  const { image } = asked;
  if (!image) throw new AppError("invalid_input", `invalid "image": give the image to run`);
  const request: ResolvedRequest = {
    ...asked,
    name,
    image,
    transport: asked.transport ?? defaultTransport(asked),
    permission_profile: profileOf(asked.permission_profile),
  };
  if (!deps.hasGroup(request.group)) throw notFound("group", request.group);
  planNetwork({
    transport: request.transport,
    isolation: request.network_isolation,
    profile: request.permission_profile,
  });
  await checkSources(mountsOf(request.volumes, request.permission_profile));
  await deps.resolveSecrets(request.secrets);
  return { request, ...(await deps.images.accept(image, { signal })) };
}

/** A profile that is only a name means the built-in one of that name. */
function profileOf(asked: PermissionProfile | undefined): PermissionProfile {
  if (!asked) return NETWORK_PROFILE;
  const isNameOnly = Object.entries(asked).every(([key, value]) => key === "name" || value === undefined);
  return (isNameOnly && BUILT_IN_PROFILES.get(asked.name ?? "")) || asked;
}

/** Fields whose effect does not exist yet are refused: a setting that is stored and ignored would be a lie. */
function refuseWhatIsMissing(asked: CreateWorkload | UpdateWorkload): void {
  if (asked.url) throw notImplemented(`"url": running remote servers`);
  if (/^(npx|uvx|go):\/\//.test(asked.image ?? "")) throw notImplemented(`"image": building from a package`);
  if (asked.tools.length > 0) throw notImplemented(`"tools": filtering tools`);
  if (Object.keys(asked.tools_override).length > 0) throw notImplemented(`"tools_override": renaming tools`);
  if (asked.headers.length > 0) throw notImplemented(`"headers": sending headers to a server`);
  if (asked.oauth_config) throw notImplemented(`"oauth_config": logging in to a server`);
  if (asked.oidc) throw notImplemented(`"oidc": authenticating clients`);
  if (asked.authz_config) throw notImplemented(`"authz_config": authorizing calls`);
}
