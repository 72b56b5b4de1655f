import type { Package } from "./upstream-shape.ts";

/** What can be run of a server's packages: an image, or a package to build one from. */
export type Runnable = { readonly package: Package; readonly image: string } | { readonly reason: string };

/** Images come first: nothing has to be built for them. */
export function runnableOf(packages: readonly Package[]): Runnable {
  const runnable = packages
    .map((candidate) => ({ package: candidate, image: imageOf(candidate) }))
    .filter((candidate) => candidate.image !== undefined);
  const chosen = runnable.find((candidate) => isImage(candidate.package)) ?? runnable[0];
  if (chosen?.image !== undefined) return { package: chosen.package, image: chosen.image };
  if (packages.length === 0) return { reason: "it has neither a package nor an address" };
  const kinds = [...new Set(packages.map(({ registryType }) => registryType || "unnamed"))].join(", ");
  return { reason: `none of its packages can be run (${kinds}); what can be is oci, npm and pypi` };
}

const isImage = ({ registryType }: Package): boolean => ["oci", "docker"].includes(registryType.toLowerCase());

/** The public registry of each kind. A package from elsewhere is not the one of the same name there. */
const PUBLIC_HOSTS: Readonly<Record<string, readonly string[]>> = {
  npm: ["registry.npmjs.org", "www.npmjs.com", "npmjs.com", "registry.npmjs.com"],
  pypi: ["pypi.org", "files.pythonhosted.org"],
};

const SCHEMES: Readonly<Record<string, string>> = { npm: "npx", pypi: "uvx" };

function imageOf(candidate: Package): string | undefined {
  const { identifier, version } = candidate;
  if (isImage(candidate)) return reference(candidate);
  const kind = candidate.registryType.toLowerCase();
  const scheme = SCHEMES[kind];
  const host = hostOf(candidate);
  if (scheme === undefined || (host !== undefined && !PUBLIC_HOSTS[kind]?.includes(host))) return undefined;
  const hasVersion = identifier.lastIndexOf("@") > 0;
  return `${scheme}://${identifier}${version === undefined || hasVersion ? "" : `@${version}`}`;
}

function reference(candidate: Package): string {
  const { identifier, version } = candidate;
  const host = hostOf(candidate);
  const first = identifier.slice(0, Math.max(identifier.indexOf("/"), 0));
  const hasHost = /[.:]|^localhost$/.test(first);
  const isElsewhere = host !== undefined && !/(?:^|\.)docker\.(?:io|com)$/.test(host);
  const name = isElsewhere && !hasHost ? `${host}/${identifier}` : identifier;
  // The last part alone can hold a tag: a colon further left belongs to the host's port.
  const hasTag = identifier.includes("@") || identifier.lastIndexOf(":") > identifier.lastIndexOf("/");
  if (hasTag || version === undefined) return name;
  return version.startsWith("sha256:") ? `${name}@${version}` : `${name}:${version}`;
}

function hostOf({ registryBaseUrl = "" }: Package): string | undefined {
  return URL.canParse(registryBaseUrl) ? new URL(registryBaseUrl).host : undefined;
}
