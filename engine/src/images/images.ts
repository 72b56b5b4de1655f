import { DEFAULT_BUILD_SETTINGS, type BuildSettings } from "../builds/build-settings.ts";
import { type BuildDescription, createBuilds } from "../builds/builds.ts";
import { isPackageReference } from "../builds/package-reference.ts";
import type { Log } from "../log.ts";
import type { ContainerRuntime, Image } from "../runtime/runtime.ts";
import { untilAborted } from "../wait.ts";

export interface Images extends AsyncDisposable {
  /**
   * Resolves once it is certain that the image can be had: with its id when it is here, without one while its
   * layers are still coming. A package is built later, by `ensure`; `imageId` then says which version it will be.
   * @throws AppError `not_found` when it is neither here nor to be had
   */
  accept(reference: string, options: { signal: AbortSignal }): Promise<{ imageId?: string }>;
  /** The image itself; `imageId` pins one that was accepted before, as long as it is still here. */
  ensure(wanted: { reference: string; imageId?: string | undefined }, options: EnsureOptions): Promise<Image>;
  /** How the image of a package would be built, and what it would be called. */
  describeBuild(reference: string, options: { signal: AbortSignal }): Promise<BuildDescription>;
}

export interface EnsureOptions {
  signal: AbortSignal;
  onProgress?: ((text: string) => void) | undefined;
}

interface Pull {
  readonly done: Promise<Image>;
  /** Resolves at the first layer: from then on only the network can fail. */
  readonly begun: Promise<void>;
  readonly listeners: Set<(text: string) => void>;
  /** The last that was heard, for who comes later. */
  latest: string | undefined;
}

/** A moving tag is asked for afresh, but not for longer than this when a copy is here. */
const REFRESH_LIMIT_MS = 10_000;

export interface ImagesDeps {
  readonly runtime: ContainerRuntime;
  readonly log: Log;
  /** What packages are built with. */
  readonly buildSettings?: BuildSettings;
  readonly chosenCertificate?: () => Promise<string | undefined>;
}

/**
 * One pull per reference at a time, shared by everybody who wants it, bound to nobody's request. References such as
 * `npx://name` are packages, of which an image is built.
 */
export function createImages({
  runtime,
  log,
  buildSettings = DEFAULT_BUILD_SETTINGS,
  chosenCertificate,
}: ImagesDeps): Images {
  const builds = createBuilds({
    runtime,
    log,
    settings: buildSettings,
    chosenCertificate,
    ensureBase: (reference, options) => ensurePulled({ reference }, options),
  });
  const pulls = new Map<string, Pull>();
  const closing = new AbortController();

  return {
    async accept(reference, { signal }) {
      if (isPackageReference(reference)) return builds.accept(reference, { signal });
      const local = await runtime.findImage(reference, { signal });
      if (local && !isMoving(reference)) return { imageId: local.id };
      const pull = startPull(reference);
      try {
        const limit = local ? AbortSignal.any([signal, AbortSignal.timeout(REFRESH_LIMIT_MS)]) : signal;
        const image = await untilAborted(Promise.race([pull.done, pull.begun]), limit);
        return image ? { imageId: image.id } : {};
      } catch (error) {
        if (!local || signal.aborted) throw error;
        log.info({ reference, reason: messageOf(error) }, "using the local copy of an image");
        return { imageId: local.id };
      }
    },

    describeBuild: builds.describe,

    ensure: (wanted, options) =>
      isPackageReference(wanted.reference) ? builds.ensure(wanted, options) : ensurePulled(wanted, options),

    async [Symbol.asyncDispose]() {
      await builds[Symbol.asyncDispose]();
      closing.abort(new Error("closing"));
      await Promise.allSettled([...pulls.values()].map(({ done }) => done));
    },
  };

  async function ensurePulled(
    { reference, imageId }: Parameters<Images["ensure"]>[0],
    { signal, onProgress }: EnsureOptions,
  ): Promise<Image> {
    const pinned = imageId ? await runtime.findImage(imageId, { signal }) : undefined;
    if (pinned) return pinned;
    const running = pulls.get(reference);
    const local = running ? undefined : await runtime.findImage(reference, { signal });
    if (local) return local;
    const pull = running ?? startPull(reference);
    if (onProgress) pull.listeners.add(onProgress);
    if (pull.latest !== undefined) onProgress?.(pull.latest);
    try {
      return await untilAborted(pull.done, signal);
    } finally {
      if (onProgress) pull.listeners.delete(onProgress);
    }
  }

  function startPull(reference: string): Pull {
    const existing = pulls.get(reference);
    if (existing) return existing;
    const listeners = new Set<(text: string) => void>();
    let begin!: () => void;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const onProgress = (text: string): void => {
      begin();
      pull.latest = `pulling "${reference}": ${text}`;
      for (const listener of listeners) listener(pull.latest);
    };
    const done = runtime
      .pullImage(reference, { signal: closing.signal, onProgress })
      .finally(() => pulls.delete(reference));
    done.catch(() => undefined);
    const pull: Pull = { done, begun, listeners, latest: undefined };
    pulls.set(reference, pull);
    return pull;
  }
}

/** `latest`, said or meant: the registry may have a newer one under the same name. */
function isMoving(reference: string): boolean {
  if (reference.includes("@")) return false;
  const tag = /:([^/:]+)$/.exec(reference)?.[1];
  return tag === undefined || tag === "latest";
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
