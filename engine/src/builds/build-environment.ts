import { parseInput } from "@toolhaven/contract/input";
import { z } from "zod";
import { checkReference } from "../runtime/reference.ts";
import { type BuildSettings, DEFAULT_BUILD_SETTINGS } from "./build-settings.ts";

const { baseImages } = DEFAULT_BUILD_SETTINGS;

const text = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined);
const image = (standard: string) =>
  text.transform((value) => value ?? standard).refine(isReference, "must be an image reference");
/** As a distribution spells packages, with a version perhaps; nothing that an option begins with. */
const PACKAGE = /^[A-Za-z0-9][\w.+:=~-]*$/;

const Environment = z.object({
  TOOLHAVEN_NPX_IMAGE: image(baseImages.npx),
  TOOLHAVEN_UVX_IMAGE: image(baseImages.uvx),
  TOOLHAVEN_GO_IMAGE: image(baseImages.go),
  TOOLHAVEN_GO_RUNTIME_IMAGE: image(baseImages.goRuntime),
  TOOLHAVEN_BUILD_PACKAGES: text
    .transform((value) => value?.split(/[\s,]+/).filter((name) => name !== "") ?? [])
    .refine((names) => names.every((name) => PACKAGE.test(name)), "must be names of packages with spaces between them"),
  TOOLHAVEN_CA_CERTIFICATE: text,
  HTTP_PROXY: text,
  HTTPS_PROXY: text,
  NO_PROXY: text,
  NPM_CONFIG_REGISTRY: text,
  PIP_INDEX_URL: text,
  GOPROXY: text,
  GOSUMDB: text,
});

/**
 * What packages are built with, from the environment. Base images, extra packages and the CA certificate are ours to
 * name: `TOOLHAVEN_NPX_IMAGE`, `TOOLHAVEN_UVX_IMAGE`, `TOOLHAVEN_GO_IMAGE`, `TOOLHAVEN_GO_RUNTIME_IMAGE`,
 * `TOOLHAVEN_BUILD_PACKAGES`, `TOOLHAVEN_CA_CERTIFICATE`. Proxies and registries are those that `npm`, `pip` and `go`
 * read themselves: `HTTP_PROXY`, `HTTPS_PROXY`, `NO_PROXY` and `npm_config_registry` in either case, `PIP_INDEX_URL`,
 * `GOPROXY`, `GOSUMDB`. Those are checked when something is built: a program that builds nothing starts with any.
 * @throws AppError `invalid_input` for a malformed value of ours
 */
export function buildSettingsFrom(env: Readonly<Record<string, string | undefined>>): BuildSettings {
  const found = parseInput(Environment, { ...upperCased(env), ...definedIn(env) });
  return {
    baseImages: {
      npx: found.TOOLHAVEN_NPX_IMAGE,
      uvx: found.TOOLHAVEN_UVX_IMAGE,
      go: found.TOOLHAVEN_GO_IMAGE,
      goRuntime: found.TOOLHAVEN_GO_RUNTIME_IMAGE,
    },
    additionalPackages: found.TOOLHAVEN_BUILD_PACKAGES,
    caCertificate: found.TOOLHAVEN_CA_CERTIFICATE,
    httpProxy: withScheme(found.HTTP_PROXY),
    httpsProxy: withScheme(found.HTTPS_PROXY),
    noProxy: found.NO_PROXY,
    npmRegistry: found.NPM_CONFIG_REGISTRY,
    pipIndexUrl: found.PIP_INDEX_URL,
    goProxy: found.GOPROXY,
    goSumDb: found.GOSUMDB,
  };
}

/** The lower-case spellings of what has two. */
function upperCased(env: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  const names = ["http_proxy", "https_proxy", "no_proxy", "npm_config_registry"];
  return Object.fromEntries(names.filter((name) => env[name]).map((name) => [name.toUpperCase(), env[name]]));
}

/** An empty variable stands for none, and does not hide the other spelling. */
const definedIn = (env: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value));

/** `proxy.example.test:3128`, as many write it. */
const withScheme = (address: string | undefined): string | undefined =>
  address === undefined || address.includes("://") ? address : `http://${address}`;

function isReference(reference: string): boolean {
  try {
    checkReference(reference);
    return true;
  } catch {
    return false;
  }
}
