import { AppError } from "@toolhaven/contract/errors";
import type { Log } from "../log.ts";
import type { ContainerRuntime } from "../runtime/runtime.ts";
import { BUILD_LABEL } from "./image-address.ts";

export interface Pruner {
  /** Somebody is about to use that image: it has no container yet that would keep it. */
  handOut(tag: string): void;
  /**
   * Removes what the first stage of a build left behind, and what others left that are long over. False when something
   * of the build is still there: the engine is not quite through with a build when it says so.
   */
  removeStages(build: string): Promise<boolean>;
  /** Removes the other images of a package that no container is made of. */
  removeOthers(packageName: string, options: { than: string }): Promise<void>;
}

export interface PrunerDeps {
  readonly runtime: ContainerRuntime;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** From an image to the container that is made of it: a pull or a login may stand between. */
const HANDED_OUT_MS = 15 * 60_000;
/** No build takes that long; another process's may still go on before. */
const STAGE_MS = 60 * 60_000;

export function createPruner({ runtime, log, now }: PrunerDeps): Pruner {
  const handedOut = new Map<string, number>();

  return {
    handOut(tag) {
      for (const [one, atMs] of handedOut) if (now() - atMs > HANDED_OUT_MS) handedOut.delete(one);
      handedOut.set(tag, now());
    },

    async removeStages(build) {
      let isDone = true;
      for (const { id, references, labels } of await runtime.listImages({ [BUILD_LABEL.stage]: "first" })) {
        const own = labels[BUILD_LABEL.build] ?? "";
        const isOver = own === build || now() - Number.parseInt(own, 10) > STAGE_MS;
        if (!isOver || references.length > 0) continue;
        const isGone = await remove(id);
        if (own === build && !isGone) isDone = false;
      }
      return isDone;
    },

    async removeOthers(packageName, { than }) {
      for (const { id, references } of await runtime.listImages({ [BUILD_LABEL.package]: packageName })) {
        if (references.length === 0) await remove(id);
        for (const one of references) if (one !== than && !isHandedOut(one)) await remove(one);
      }
    },
  };

  function isHandedOut(tag: string): boolean {
    return now() - (handedOut.get(tag) ?? Number.NEGATIVE_INFINITY) <= HANDED_OUT_MS;
  }

  /** False when the engine keeps it: a container is made of it. */
  async function remove(image: string): Promise<boolean> {
    try {
      await runtime.removeImage(image);
      log.info({ image }, "removed an image that nothing needs");
      return true;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "invalid_input") throw error;
      return false;
    }
  }
}
