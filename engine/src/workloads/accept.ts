import { type CreateWorkload, defaultTransport, type UpdateWorkload } from "@toolhaven/contract/create-workload";
import { AppError, notFound, notImplemented } from "@toolhaven/contract/errors";
import { BUILT_IN_PROFILES, NETWORK_PROFILE, type PermissionProfile } from "@toolhaven/contract/permission-profile";
import type { SecretReference } from "@toolhaven/contract/secret";
import type { WorkloadName } from "@toolhaven/contract/workload-name";
import { readAuthzFile } from "../authz/authz-file.ts";
import type { Images } from "../images/images.ts";
import { checkSources, mountsOf } from "../permissions/mounts.ts";
import { planNetwork } from "../permissions/network-plan.ts";
import type { ContainerRequest, RemoteRequest, ResolvedRequest } from "./definition.ts";
import { checkHeaders } from "./remote-headers.ts";
import { checkTools } from "./tools.ts";

export interface AcceptDeps {
  readonly images: Pick<Images, "accept">;
  readonly hasGroup: (name: string) => boolean;
  /** A request that names a registry's server, completed by what the registry knows; any other as it is. */
  readonly complete: <T extends CreateWorkload | UpdateWorkload>(asked: T) => Promise<T>;
  /** Rejects with `invalid_input` for a reference nothing can resolve. */
  readonly resolveSecrets: (references: readonly SecretReference[]) => Promise<Readonly<Record<string, string>>>;
}

export interface Accepted {
  readonly request: ResolvedRequest;
  readonly imageId?: string;
}

export interface AcceptOptions {
  readonly name: WorkloadName;
  readonly signal: AbortSignal;
  readonly deps: AcceptDeps;
}

/**
 * Everything that can be said about a request before anything is made: afterwards only the engine can fail.
 * Nothing is left behind when it rejects.
 */
export async function acceptRequest(
  asked: CreateWorkload | UpdateWorkload,
  { name, signal, deps }: AcceptOptions,
): Promise<Accepted> {
  if (!deps.hasGroup(asked.group)) throw notFound("group", asked.group);
  const wishes = { ...(await deps.complete(asked)), name };
  await refuseWhatIsMissing(wishes);
  checkTools(wishes);
  const request = wishes.url ? settleRemote(wishes, wishes.url) : settleContainer(wishes);
  if (request.url === undefined) {
    await checkSources(mountsOf(request.volumes, request.permission_profile));
  }
  await deps.resolveSecrets(request.secrets);
  if (request.url !== undefined) return { request };
  return { request, ...(await deps.images.accept(request.image, { signal })) };
}

type Wishes = (CreateWorkload | UpdateWorkload) & { readonly name: WorkloadName };

function settleContainer({ image, url: _, ...wishes }: Wishes): ContainerRequest {
  if (!image) throw new AppError("invalid_input", `invalid "image": give the image to run`);
  if (wishes.headers.length > 0) {
    throw new AppError("invalid_input", `invalid "headers": they go to remote servers; a container takes "env_vars"`);
  }
  const transport = wishes.transport ?? defaultTransport({});
  const permission_profile = profileOf(wishes.permission_profile);
  planNetwork({ transport, isolation: wishes.network_isolation, profile: permission_profile });
  return { ...wishes, image, transport, permission_profile };
}

/** Nothing of a container means anything for a server that runs elsewhere, and nothing is stored and ignored. */
function settleRemote({ image: _, ...wishes }: Wishes, url: string): RemoteRequest {
  const transport = wishes.transport ?? defaultTransport({ url });
  if (transport === "stdio") {
    throw new AppError("invalid_input", `invalid "transport": a remote server speaks "sse" or "streamable-http"`);
  }
  const { cmd_arguments, volumes, target_port, permission_profile } = wishes;
  const given = { cmd_arguments: cmd_arguments.length, volumes: volumes.length, target_port, permission_profile };
  const idle = Object.entries(given).find(([, value]) => value)?.[0];
  if (idle) {
    throw new AppError("invalid_input", `invalid "${idle}": a remote server has no container; leave the field out`);
  }
  checkHeaders(wishes);
  return { ...wishes, url, transport, permission_profile: NETWORK_PROFILE };
}

/** A profile that is only a name means the built-in one of that name. */
function profileOf(asked: PermissionProfile | undefined): PermissionProfile {
  if (!asked) return NETWORK_PROFILE;
  const isNameOnly = Object.entries(asked).every(([key, value]) => key === "name" || value === undefined);
  return (isNameOnly && BUILT_IN_PROFILES.get(asked.name ?? "")) || asked;
}

/** Checked as far as they can be, then refused: a setting that is stored and not enforced would be a lie. */
async function refuseWhatIsMissing({ oauth_config, oidc, authz_config }: Wishes): Promise<void> {
  if (oauth_config) throw notImplemented(`"oauth_config": logging in to a server`);
  if (oidc) throw notImplemented(`"oidc": authenticating clients`);
  if (!authz_config) return;
  await readAuthzFile(authz_config);
  throw notImplemented(`"authz_config": authorizing calls`);
}
