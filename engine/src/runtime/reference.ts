import { AppError } from "@toolhaven/contract/errors";

/** Where a reference can be pulled from: `tag` is a tag or, when one is given, a digest. */
export interface PullSource {
  readonly repository: string;
  readonly tag: string;
}

/** A first part is a host only with a dot or a port in it, or when it is `localhost`. */
const LABEL = "[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?";
const HOST = String.raw`(?:localhost|${LABEL}(?:\.${LABEL})+|${LABEL}(?=:\d)|\[[0-9a-fA-F:]+\])(?::\d+)?`;
const PART = "[a-z0-9]+(?:(?:[.]|_|__|-+)[a-z0-9]+)*";
const REFERENCE = new RegExp(
  String.raw`^(?<repository>(?:${HOST}/)?${PART}(?:/${PART})*)(?::(?<tag>\w[\w.-]{0,127}))?(?:@(?<digest>[a-zA-Z0-9+._-]+:[0-9a-fA-F]{32,}))?$`,
);
/** More than the longest name, tag and digest together. */
const MAX_LENGTH = 512;
const IMAGE_ID = /^(?:sha256:)?[0-9a-f]{64}$/;

/**
 * Asked before a reference becomes part of a path: the engines answer a malformed one in five different ways.
 * @throws AppError `invalid_input`
 */
export function checkReference(reference: string): void {
  if (!IMAGE_ID.test(reference) && !match(reference)) throw invalid(reference);
}

/**
 * Without a tag it is `latest`: an engine asked for none would pull all of them.
 * @throws AppError `invalid_input` when it is no reference, or an id, which no registry knows
 */
export function pullSource(reference: string): PullSource {
  const { repository, tag = "latest", digest } = match(reference)?.groups ?? {};
  if (repository === undefined || IMAGE_ID.test(reference)) throw invalid(reference);
  return { repository, tag: digest ?? tag };
}

const match = (reference: string): RegExpExecArray | null =>
  reference.length <= MAX_LENGTH ? REFERENCE.exec(reference) : null;

const invalid = (reference: string): AppError =>
  new AppError(
    "invalid_input",
    `invalid image reference "${reference}": expected a name such as "example.test/team/server:1.2", lower-case up to the tag`,
  );
