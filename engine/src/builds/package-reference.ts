import { isAbsolute, normalize, resolve } from "node:path";
import { AppError } from "@toolhaven/contract/errors";

export type Scheme = "npx" | "uvx" | "go";

/** A package of a registry, or a Go project on this machine. */
export type PackageReference = RegistryPackage | LocalPackage;

export interface RegistryPackage {
  readonly kind: "registry";
  readonly scheme: Scheme;
  /** `@scope/name`, `name`, or the import path of a Go program. */
  readonly name: string;
  /** Python's optional parts: `name[extra]`. Sorted. */
  readonly extras: readonly string[];
  /** A version, a tag or the beginning of a version; absent when the newest is meant. */
  readonly version: string | undefined;
}

export interface LocalPackage {
  readonly kind: "local";
  readonly scheme: "go";
  /** Absolute. */
  readonly folder: string;
}

/** Everything that may stand in a name or version; what is left out could mean something to a shell, to a Dockerfile or
 * to a program that takes options. */
const RULES: Record<Scheme, { name: RegExp; version: RegExp; form: string }> = {
  npx: {
    name: /^(?:@[A-Za-z0-9][\w.~-]*\/)?[A-Za-z0-9][\w.~-]*$/,
    version: /^[~^]?[A-Za-z0-9][\w.+-]*$/,
    form: `"npx://@scope/name@1.2.3" or "npx://name"`,
  },
  uvx: {
    name: /^[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?$/,
    version: /^[A-Za-z0-9][\w.!+-]*$/,
    form: `"uvx://name@1.2.3", "uvx://name[extra]" or "uvx://name"`,
  },
  go: {
    name: /^[A-Za-z0-9][A-Za-z0-9-]*(?:\.[A-Za-z0-9-]+)+(?:\/[A-Za-z0-9_~][\w.~-]*)+$/,
    version: /^[A-Za-z0-9][\w.+-]*$/,
    form: `"go://example.test/module/cmd/server@v1.2.3", or "go:///folder" for a project on this machine`,
  },
};
const EXTRA = /^[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?$/;
/** Twice what the longest-named registry allows. */
const MAX_LENGTH = 512;

const SCHEME = /^(npx|uvx|go):\/\/(.*)$/s;

/** Whether a text is meant as a package, well-formed or not. */
export const isPackageReference = (text: string): boolean => SCHEME.test(text);

/** @throws AppError `invalid_input` when it is no package, or a relative folder, of which nobody here knows the start */
export function parsePackageReference(text: string): PackageReference {
  const [, scheme, rest = ""] = SCHEME.exec(text) ?? [];
  if (scheme === undefined) throw invalid(text, `expected "npx://", "uvx://" or "go://" and a package`);
  if (text.length > MAX_LENGTH) throw invalid(text.slice(0, 80), `longer than ${MAX_LENGTH} characters`);
  if (scheme === "go" && /^[./]/.test(rest)) return localPackage(text, rest);
  return registryPackage(text, scheme as Scheme, rest);
}

/** The reference with a relative folder (`go://./server`) made absolute; any other as it is. */
export function withAbsoluteFolder(text: string, folder: string): string {
  const relative = /^go:\/\/(\.{1,2}(?:\/.*)?)$/s.exec(text)?.[1];
  return relative === undefined ? text : `go://${resolve(folder, relative)}`;
}

/** As it is written; with its version when it has one. */
export function textOf(reference: PackageReference): string {
  if (reference.kind === "local") return `go://${reference.folder}`;
  const { version } = reference;
  return version === undefined ? packageOf(reference) : `${packageOf(reference)}@${version}`;
}

/** The same text for the same package, whatever the version. */
export function packageOf(reference: PackageReference): string {
  if (reference.kind === "local") return `go://${reference.folder}`;
  const { scheme, name, extras } = reference;
  return `${scheme}://${name}${extras.length > 0 ? `[${extras.join(",")}]` : ""}`;
}

function localPackage(text: string, path: string): LocalPackage {
  if (!isAbsolute(path)) throw invalid(text, "give the folder's absolute path, such as go:///home/me/server");
  if (/\p{Cc}/u.test(path)) throw invalid(text.replaceAll(/\p{Cc}/gu, "?"), "control characters in the path");
  return { kind: "local", scheme: "go", folder: normalize(path).replace(/(?<=.)\/+$/, "") };
}

function registryPackage(text: string, scheme: Scheme, rest: string): RegistryPackage {
  const { name: nameRule, version: versionRule, form } = RULES[scheme];
  const at = rest.indexOf("@", 1);
  const asked = at === -1 ? undefined : rest.slice(at + 1);
  const [, bare = "", list] = /^([^[]*)(?:\[([^\]]*)\])?$/s.exec(at === -1 ? rest : rest.slice(0, at)) ?? [];
  const extras = list?.split(",").map((extra) => extra.trim()) ?? [];
  const areExtrasRight = list === undefined || (scheme === "uvx" && extras.every((extra) => EXTRA.test(extra)));
  const isNameRight = nameRule.test(bare) && !bare.split("/").some((part) => part === "." || part === "..");
  if (!isNameRight || !areExtrasRight) throw invalid(shown(text), `expected ${form}`);
  if (asked !== undefined && !versionRule.test(asked)) {
    throw invalid(shown(text), `"${shown(asked)}" is no version; expected ${form}`);
  }
  // Python takes these spellings for one name, so they are one package here too.
  const name = scheme === "uvx" ? pythonName(bare) : bare;
  const version = asked === "latest" ? undefined : asked;
  return { kind: "registry", scheme, name, extras: [...new Set(extras.map(pythonName))].toSorted(), version };
}

/** As the Python packaging standard normalises names. */
export const pythonName = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, "-");

const shown = (text: string): string => text.slice(0, 80).replaceAll(/\p{Cc}/gu, "?");

const invalid = (text: string, why: string): AppError =>
  new AppError("invalid_input", `invalid package "${text}": ${why}`);
