import { CreateWorkload, type UpdateWorkload } from "@toolhaven/contract/create-workload";
import { AppError } from "@toolhaven/contract/errors";
import { parseInput } from "@toolhaven/contract/input";
import type { PermissionProfile } from "@toolhaven/contract/permission-profile";
import { quote } from "@toolhaven/contract/quote";
import type { ServerAnswer } from "@toolhaven/contract/registry";
import type { ContainerServer, RemoteServer } from "@toolhaven/contract/registry-server";
import { checkTools } from "./check-tools.ts";
import { completeHeaders, completeVariables } from "./complete-inputs.ts";

type Asked = CreateWorkload | UpdateWorkload;

/**
 * A request that names a server of the registry, completed by what the registry says of it. What the request says
 * itself stays; only what it leaves out is filled in.
 * @throws AppError `invalid_input` for what the server needs and did not get, for tools it does not have, and for an
 *   entry that makes no runnable workload
 */
export function applyRegistryDefaults<T extends Asked>(asked: T, { server, remote_server }: ServerAnswer): T {
  if (server) return completed(ofContainer(asked, server), server);
  if (remote_server) return completed(ofRemote(asked, remote_server), remote_server);
  throw new Error("a registry answer without a server");
}

function ofContainer<T extends Asked>(asked: T, server: ContainerServer): T {
  checkTools(asked, server);
  return {
    ...asked,
    image: server.image,
    transport: asked.transport ?? server.transport,
    target_port: asked.target_port || server.target_port || 0,
    cmd_arguments: asked.cmd_arguments.length > 0 ? asked.cmd_arguments : (server.args ?? []),
    env_vars: completeVariables(asked, server),
    permission_profile: asked.permission_profile ?? grantedProfile(server),
  };
}

function ofRemote<T extends Asked>(asked: T, server: RemoteServer): T {
  checkTools(asked, server);
  return {
    ...asked,
    image: undefined,
    url: server.url,
    transport: asked.transport ?? server.transport,
    headers: completeHeaders(asked, server),
    oauth_config: asked.oauth_config ?? server.oauth_config,
  };
}

/**
 * A registry decides which hosts its servers reach. It does not decide what they get of this machine: its files and
 * the rights over it are only given by a request that says so itself.
 */
function grantedProfile({ name, permissions }: ContainerServer): PermissionProfile | undefined {
  if (!permissions) return undefined;
  const mounts = [...(permissions.read ?? []), ...(permissions.write ?? [])];
  const wish = permissions.privileged ? "all rights of this machine" : mounts[0] && `the mount ${quote(mounts[0])}`;
  if (wish === undefined) return permissions;
  throw new AppError(
    "invalid_input",
    `missing "permission_profile": the registry's server ${quote(name)} asks for ${wish}; give the profile yourself to allow what you want of it`,
  );
}

/** The entry was written by somebody else: what came of it has to pass the rules of a request. */
function completed<T extends Asked>(request: T, { name }: { name: string }): T {
  try {
    return { ...request, ...parseInput(CreateWorkload, request) };
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    const text = `the registry's server ${quote(name)} cannot be run as asked: ${cause.message}`;
    throw new AppError(cause.code, text, { cause });
  }
}
