/**
 * What the client takes from the engine's package of this kind, without the ten times larger rest of it. Addresses are
 * used as they are written, so nothing is done to their ends.
 */

export const blogPostContainerID = "__blog-post-container";

export function applyTrailingSlash(path: string): string {
  return path;
}

export function getErrorCausalChain(error: Error): [Error, ...Error[]] {
  return error.cause instanceof Error ? [error, ...getErrorCausalChain(error.cause)] : [error];
}
