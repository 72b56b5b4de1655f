import { CODE_SERVERS } from "../../../../engine/src/registry/built-in/code.ts";
import type { ContainerEntry } from "../../../../engine/src/registry/built-in/entry.ts";
import { WEB_SERVERS } from "../../../../engine/src/registry/built-in/web.ts";

/** The parts of the built-in registry themselves, not what is checked and put together of them: that would bring the
 * schemas into every page. */
const SERVERS: Readonly<Record<string, ContainerEntry>> = { ...CODE_SERVERS, ...WEB_SERVERS };

export const serverNames: readonly string[] = Object.keys(SERVERS);

export interface ServerFacts {
  readonly entry: ContainerEntry;
  /** One line for people. */
  readonly network: string;
  /** One line for people; `undefined` when the registry does not say who built the image. */
  readonly builtBy: string | undefined;
}

/** @throws Error for a name the registry does not have: the build of the site ends there */
export function serverFacts(name: string): ServerFacts {
  const entry = Object.hasOwn(SERVERS, name) ? SERVERS[name] : undefined;
  if (!entry) throw new Error(`no server "${name}" in the built-in registry; it has ${serverNames.join(", ")}`);
  return { entry, network: networkLine(entry), builtBy: builderLine(entry) };
}

function networkLine({ permissions }: ContainerEntry): string {
  const { allow_host = [], allow_port = [], insecure_allow_all = false } = permissions?.network?.outbound ?? {};
  const ports = allow_port.length > 0 ? `, port ${allow_port.join(", ")}` : "";
  if (insecure_allow_all) return `Any host${ports}`;
  if (allow_host.length > 0) return allow_host.join(", ") + ports;
  return ports === "" ? "Nothing" : `Any host${ports}`;
}

function builderLine({ provenance }: ContainerEntry): string | undefined {
  if (!provenance?.repository_uri) return undefined;
  const repository = provenance.repository_uri.replace(/^https:\/\//, "");
  return `${repository}${provenance.signer_identity ? `, by ${provenance.signer_identity.replace(/^\//, "")}` : ""}`;
}
