import type { Log } from "../log.ts";
import type { ContainerRuntime } from "../runtime/runtime.ts";
import { type BuildSettings, checkAddresses } from "./build-settings.ts";
import { readCertificates } from "./certificate.ts";
import { addressOf, BUILD_LABEL } from "./image-address.ts";
import { type LocalSource, readLocalSource } from "./local-source.ts";
import {
  type LocalPackage,
  packageOf,
  type PackageReference,
  parsePackageReference,
  type RegistryPackage,
  textOf,
} from "./package-reference.ts";
import { newestPython } from "./python-version.ts";
import { type Recipe, recipeFor } from "./recipe.ts";
import { exactVersion, resolveVersion, unreachableRegistry } from "./resolve.ts";
import { newest } from "./version-order.ts";

/** A build with nothing left to choose. */
export interface Plan {
  readonly reference: PackageReference;
  /** Of a project on this machine: the hash of its files. */
  readonly version: string;
  /** What finds the same image again: the reference with its version, or the tag of a project on this machine. */
  readonly pin: string;
  /** The image's name in the engine. */
  readonly tag: string;
  readonly recipe: Recipe;
  readonly source: LocalSource | undefined;
}

export interface Planner {
  /** Settles what a reference means now; asks its registry unless an exact version is named. */
  settle(text: string, options: { signal: AbortSignal }): Promise<Plan>;
  /** The plan of a reference with a settled version, without asking anybody. */
  settled(text: string): Promise<Plan>;
}

export interface PlannerDeps {
  readonly runtime: ContainerRuntime;
  readonly settings: BuildSettings;
  /** The certificate the user chose meanwhile; the settings' own goes first. */
  readonly chosenCertificate?: (() => Promise<string | undefined>) | undefined;
  readonly log: Log;
}

export function createPlanner({ runtime, settings, chosenCertificate, log }: PlannerDeps): Planner {
  return { settle, settled };

  async function settle(text: string, { signal }: { signal: AbortSignal }): Promise<Plan> {
    const reference = parsePackageReference(text);
    checkAddresses(settings);
    if (reference.kind === "local") return planLocal(reference, { signal });
    const version = await settleVersion(reference, { signal });
    // Read once more: what a registry answers is no more to be trusted than what a user writes.
    return settled(textOf({ ...reference, version }));
  }

  async function settled(text: string): Promise<Plan> {
    const reference = parsePackageReference(text);
    if (reference.kind === "local" || reference.version === undefined) throw new Error(`no settled version: ${text}`);
    const { version } = reference;
    const recipe = recipeFor({ ...reference, version }, { settings, certificates: await certificates() });
    const tag = addressOf(reference, recipe, { settings, version });
    return { reference, version, pin: textOf(reference), tag, recipe, source: undefined };
  }

  async function planLocal(reference: LocalPackage, { signal }: { signal: AbortSignal }): Promise<Plan> {
    const source = await readLocalSource(reference.folder, { signal });
    const { mainFolder, hash: version } = source;
    const ingredient = { kind: "local", scheme: "go", mainFolder } as const;
    const recipe = recipeFor(ingredient, { settings, certificates: await certificates() });
    const tag = addressOf(reference, recipe, { settings, version });
    return { reference, version, pin: tag, tag, recipe, source };
  }

  /** Also when the version is exact: that there is no such package is better said now than by a failed build. */
  async function settleVersion(reference: RegistryPackage, { signal }: { signal: AbortSignal }): Promise<string> {
    const exact = exactVersion(reference);
    if (exact !== undefined && (await builtVersions(reference, { signal })).includes(exact)) return exact;
    const answer = await resolveVersion(reference, { settings, certificates: await certificates(), signal });
    if (answer.kind === "resolved") return answer.version;
    if (exact !== undefined) return exact;
    const built = await builtVersions(reference, { signal });
    const version = reference.scheme === "uvx" ? newestPython(built) : newest(built);
    if (reference.version !== undefined || version === undefined) throw unreachableRegistry(reference, answer.reason);
    log.info({ package: packageOf(reference), version, reason: answer.reason }, "using what was built before");
    return version;
  }

  async function builtVersions(reference: PackageReference, { signal }: { signal: AbortSignal }): Promise<string[]> {
    const images = await runtime.listImages({ [BUILD_LABEL.package]: packageOf(reference) }, { signal });
    return images.flatMap(({ labels }) => labels[BUILD_LABEL.version] ?? []);
  }

  async function certificates(): Promise<string | undefined> {
    const path = settings.caCertificate ?? (await chosenCertificate?.());
    return path === undefined ? undefined : readCertificates(path);
  }
}
