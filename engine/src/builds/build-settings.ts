import { AppError } from "@toolhaven/contract/errors";

/** What every build is made with. Addresses may hold a user and a password; those reach the first stage only. */
export interface BuildSettings {
  /** References of the images that packages are put into; `go` compiles, and what it made runs in `goRuntime`. */
  readonly baseImages: BaseImages;
  /** Packages of the base image's distribution, added to both stages. */
  readonly additionalPackages: readonly string[];
  /** Path of PEM certificates to trust beside the usual ones, while building and while running. */
  readonly caCertificate?: string | undefined;
  readonly httpProxy?: string | undefined;
  readonly httpsProxy?: string | undefined;
  /** Hosts that are reached without a proxy, with commas between them. */
  readonly noProxy?: string | undefined;
  readonly npmRegistry?: string | undefined;
  /** A "simple" index. */
  readonly pipIndexUrl?: string | undefined;
  /** As Go writes it: addresses with commas between them. */
  readonly goProxy?: string | undefined;
  /** Who vouches for Go modules; `off`: nobody. */
  readonly goSumDb?: string | undefined;
}

export interface BaseImages {
  readonly npx: string;
  readonly uvx: string;
  readonly go: string;
  readonly goRuntime: string;
}

/** With the registry in front: Podman asks which one is meant otherwise. */
export const DEFAULT_BUILD_SETTINGS: BuildSettings = {
  baseImages: {
    npx: "docker.io/library/node:24-alpine",
    uvx: "docker.io/library/python:3.14-slim",
    go: "docker.io/library/golang:1.26-alpine",
    goRuntime: "docker.io/library/alpine:3.23",
  },
  additionalPackages: [],
};

export const DEFAULT_NPM_REGISTRY = "https://registry.npmjs.org/";
export const DEFAULT_PIP_INDEX = "https://pypi.org/simple/";
export const DEFAULT_GO_PROXY = "https://proxy.golang.org,direct";

/**
 * Called before anything is built: these variables belong to other programs, and may say what only they understand.
 * @throws AppError `invalid_input` that names the variable and not its value, which may hold a password
 */
export function checkAddresses({ httpProxy, httpsProxy, npmRegistry, pipIndexUrl }: BuildSettings): void {
  const named = { HTTP_PROXY: httpProxy, HTTPS_PROXY: httpsProxy };
  const registries = { npm_config_registry: npmRegistry, PIP_INDEX_URL: pipIndexUrl };
  for (const [name, value] of Object.entries({ ...named, ...registries })) {
    if (value === undefined) continue;
    const isOfProxy = name in named;
    const schemes = isOfProxy ? ["http:"] : ["http:", "https:"];
    if (URL.canParse(value) && schemes.includes(new URL(value).protocol) && !/\s/.test(value)) continue;
    const example = isOfProxy ? "http://proxy.example.test:3128" : "https://packages.example.test/";
    throw new AppError(
      "invalid_input",
      `invalid "${name}": cannot build with it; expected an address such as "${example}"`,
    );
  }
}

/** Every address of the settings that may hold a password. */
export function addressesIn({ httpProxy, httpsProxy, npmRegistry, pipIndexUrl, goProxy }: BuildSettings): URL[] {
  return [httpProxy, httpsProxy, npmRegistry, pipIndexUrl, ...(goProxy?.split(/[,|]/) ?? [])]
    .filter((text) => text !== undefined && URL.canParse(text))
    .map((text) => new URL(text!));
}

/** The same addresses without users and passwords: what is built from, not who asks. */
export function withoutCredentials(settings: BuildSettings): BuildSettings {
  const { npmRegistry, pipIndexUrl, goProxy } = settings;
  return { ...settings, npmRegistry: bare(npmRegistry), pipIndexUrl: bare(pipIndexUrl), goProxy: bare(goProxy) };
}

const bare = (text: string | undefined): string | undefined => text?.replaceAll(/(?<=:\/\/)[^/@,|]*@/g, "");

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** A build reaches a proxy or registry on this machine's loopback only from this machine's own network. */
export const needsHostNetwork = (settings: BuildSettings): boolean =>
  addressesIn(settings).some(({ hostname }) => LOOPBACK.test(hostname));
