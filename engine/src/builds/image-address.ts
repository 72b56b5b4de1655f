import { PRODUCT } from "@toolhaven/contract/product";
import { contentHash } from "./build-context.ts";
import { type BuildSettings, withoutCredentials } from "./build-settings.ts";
import { packageOf, type PackageReference } from "./package-reference.ts";
import { dockerfileOf, type Recipe } from "./recipe.ts";
import { registryFiles } from "./registry-files.ts";

/** What the images of packages carry, and what is left of a first stage. Not among the labels of workloads: a container
 * inherits its image's. */
export const BUILD_LABEL = {
  package: `${PRODUCT.prefix}-package`,
  version: `${PRODUCT.prefix}-package-version`,
  /** `first` on what is left of a first stage. */
  stage: `${PRODUCT.prefix}-build-stage`,
  /** When a build began, in milliseconds, and which one it was. */
  build: `${PRODUCT.prefix}-build`,
} as const;

export interface AddressOptions {
  readonly settings: BuildSettings;
  /** The version, or for a project on this machine the hash of its files. */
  readonly version: string;
}

/**
 * The tag of what a recipe makes: the same recipe, the same tag. The host in front keeps engines from looking for it
 * anywhere else; the hash is what counts, the words are for people who list their images.
 */
export function addressOf(reference: PackageReference, recipe: Recipe, { settings, version }: AddressOptions): string {
  const registries = registryFiles(reference.scheme, withoutCredentials(settings));
  const hash = contentHash({ ...recipe.files, ...registries, "": `${version}\n${dockerfileOf(recipe)}` });
  const words = slug(packageOf(reference).replace(/^[a-z]+:\/\//, ""), /[^a-z0-9]+/g);
  const shownVersion = reference.kind === "local" ? "local" : slug(version, /[^a-z0-9.]+/g);
  return `localhost/${PRODUCT.prefix}/${reference.scheme}/${words}:${shownVersion}-${hash.slice(0, 16)}`;
}

/** What a name in a reference may be made of. */
const slug = (text: string, others: RegExp): string =>
  text
    .toLowerCase()
    .replaceAll(others, "-")
    .slice(-80)
    .replaceAll(/^[-.]+|[-.]+$/g, "") || "x";
