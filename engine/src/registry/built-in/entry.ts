import type { RegistryDocument } from "@toolhaven/contract/registry";

/** An entry's name is its key in the map. */
export type ContainerEntry = RegistryDocument["servers"][string];
export type RemoteEntry = NonNullable<RegistryDocument["remote_servers"]>[string];

/** Long lists of names read better as text than as one line per name. */
export const words = (text: string): string[] => text.trim().split(/\s+/);

/** Every host, by TLS only. */
export const ANY_HOST = { network: { outbound: { insecure_allow_all: true, allow_port: [443] } } };

/** Nothing outside the container. */
export const NO_HOST = { network: { outbound: {} } };

export const onlyHosts = (...hosts: string[]) => ({ network: { outbound: { allow_host: hosts, allow_port: [443] } } });

/** How an image of a public repository is signed when its own release workflow built it. */
export const signedBy = (repository_uri: string, signer_identity: string) => ({
  sigstore_url: "tuf-repo-cdn.sigstore.dev",
  repository_uri,
  signer_identity,
  runner_environment: "github-hosted",
  cert_issuer: "https://token.actions.githubusercontent.com",
});
