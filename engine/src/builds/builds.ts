import { randomUUID } from "node:crypto";
import { AppError } from "@toolhaven/contract/errors";
import { buildContext } from "./build-context.ts";
import { type BuildSettings, needsHostNetwork } from "./build-settings.ts";
import { BUILD_LABEL } from "./image-address.ts";
import type { Image } from "../runtime/runtime.ts";
import { isPackageReference, packageOf, textOf } from "./package-reference.ts";
import { createPlanner, type Plan, type PlannerDeps } from "./plan-build.ts";
import { createPruner } from "./prune.ts";
import { dockerfileOf } from "./recipe.ts";
import { redactor } from "./redact.ts";
import { createSharedWork, type WaitOptions } from "./shared-work.ts";
import { waitUntil } from "../wait.ts";

/** Images made from packages: `npx://`, `uvx://`, `go://`. */
export interface Builds extends AsyncDisposable {
  /**
   * Settles which version a reference means, once and for all. `imageId` pins it: for a package its reference with
   * the version, for a project on this machine the tag of the image of its files as they are now.
   * @throws AppError `invalid_input` for a malformed reference or a package without a program, `not_found` when the
   * registry does not know the package, or cannot be asked and nothing of it is here
   */
  accept(reference: string, options: { signal: AbortSignal }): Promise<{ imageId: string }>;
  /**
   * The image of a reference, built when it is not here; `imageId` is what `accept` answered. One build at a time per
   * image, which ends when nobody waits for it any more.
   */
  ensure(wanted: { reference: string; imageId?: string | undefined }, options: WaitOptions): Promise<Image>;
  /** What `ensure` would do now, without doing it. */
  describe(reference: string, options: { signal: AbortSignal }): Promise<BuildDescription>;
}

export interface BuildDescription {
  /** The image's name in the engine. */
  readonly tag: string;
  /** For people to read: it is of use with the files around it only. */
  readonly dockerfile: string;
}

export interface BuildDeps extends PlannerDeps {
  /** Brings a base image here, as any other image. */
  readonly ensureBase: (reference: string, options: WaitOptions) => Promise<Image>;
  /** How long a build goes on that nobody waits for. */
  readonly graceMs?: number;
}

const GRACE_MS = 5_000;
/** An engine takes a moment to end the steps of a build that was called off. */
const TIDY_LIMIT_MS = 15_000;

export function createBuilds({ ensureBase, graceMs = GRACE_MS, ...deps }: BuildDeps): Builds {
  const work = createSharedWork<Image>({ graceMs });
  const { runtime, settings, log } = deps;
  const planner = createPlanner(deps);
  const pruner = createPruner({ runtime, log, now: Date.now });
  const redact = redactor(settings);
  const tidying = new Set<Promise<void>>();

  return {
    async accept(reference, { signal }) {
      const { pin } = await planner.settle(reference, { signal });
      return { imageId: pin };
    },

    async ensure({ reference, imageId: pin }, { signal, onProgress }) {
      const isTag = pin !== undefined && !isPackageReference(pin);
      const pinned = isTag ? await find(pin, { signal }) : undefined;
      if (pinned) return pinned;
      const plan = await (pin === undefined || isTag ? planner.settle(reference, { signal }) : planner.settled(pin));
      const present = await find(plan.tag, { signal });
      return present ?? work.join(plan.tag, (how) => build(plan, how), { signal, onProgress });
    },

    async describe(reference, { signal }) {
      const { tag, recipe } = await planner.settle(reference, { signal });
      return { tag, dockerfile: dockerfileOf(recipe) };
    },

    async [Symbol.asyncDispose]() {
      await work[Symbol.asyncDispose]();
      await Promise.all(tidying);
    },
  };

  async function find(tag: string, { signal }: { signal: AbortSignal }): Promise<Image | undefined> {
    const image = await runtime.findImage(tag, { signal });
    if (image) pruner.handOut(tag);
    return image;
  }

  async function build(
    plan: Plan,
    { signal, onProgress }: { signal: AbortSignal; onProgress: (text: string) => void },
  ): Promise<Image> {
    const { reference, version, recipe, source, tag } = plan;
    const name = textOf(reference);
    const say = (text: string): void => onProgress(`building "${name}": ${redact(text)}`);
    say("looking at its base image");
    for (const base of new Set([recipe.builder.base, recipe.image.base]))
      await ensureBase(base, { signal, onProgress });
    const id = `${Date.now()}-${randomUUID()}`;
    const label = `${BUILD_LABEL.stage}="first" ${BUILD_LABEL.build}="${id}"`;
    const files = { Dockerfile: dockerfileOf(recipe, { label }), ...recipe.files, ...recipe.confidential };
    try {
      const image = await runtime.buildImage(
        {
          tag,
          context: buildContext(files, source),
          labels: { [BUILD_LABEL.package]: packageOf(reference), [BUILD_LABEL.version]: version },
          proxies: proxyVariables(settings),
          network: needsHostNetwork(settings) ? "host" : "default",
        },
        { signal, onProgress: say },
      );
      pruner.handOut(tag);
      await tidy(() => pruner.removeOthers(packageOf(reference), { than: tag }));
      return image;
    } catch (error) {
      throw explained(error, name);
    } finally {
      removeStages(id);
    }
  }

  /** Nobody waits for it, but for the end of the program. */
  function removeStages(id: string): void {
    const removal = tidy(() =>
      waitUntil(() => pruner.removeStages(id), { signal: AbortSignal.timeout(TIDY_LIMIT_MS), everyMs: 200 }),
    ).finally(() => tidying.delete(removal));
    tidying.add(removal);
  }

  /** In the words of the tool that failed, without what only the settings may know. */
  function explained(error: unknown, name: string): unknown {
    if (!(error instanceof AppError) || error.code === "runtime_unavailable") return error;
    return new AppError(error.code, `cannot build "${name}": ${redact(error.message)}`);
  }

  /** An image that could not be removed costs room on a disk, not the build that was made. */
  async function tidy(remove: () => Promise<void>): Promise<void> {
    await remove().catch((error: unknown) => log.warn({ err: error }, "cannot remove what a build left"));
  }
}

/** In both spellings: not every tool knows both. */
function proxyVariables({ httpProxy, httpsProxy, noProxy }: BuildSettings): Record<string, string> {
  const values = { HTTP_PROXY: httpProxy, HTTPS_PROXY: httpsProxy, NO_PROXY: noProxy };
  const known = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(
    known.flatMap(([name, value]) => [
      [name, value],
      [name.toLowerCase(), value],
    ]),
  );
}
