import { writeFile } from "node:fs/promises";
import { readUserConfig } from "@toolhaven/engine/config/user-config";
import { createImages } from "@toolhaven/engine/images/images";
import { createLog } from "@toolhaven/engine/log";
import { detectRuntime } from "@toolhaven/engine/runtime/detect";
import { rememberedEngine } from "@toolhaven/engine/state/remembered-engine";
import type { Run } from "../manifest/spec.ts";
import type { build } from "../manifest/workloads.ts";
import type { Outcome } from "../program/context.ts";
import { formatDuration } from "../program/duration.ts";
import { Failure, usage } from "../program/failure.ts";

/** Builds for itself: an image belongs to the engine, not to the server's state. */
export const run: Run<typeof build> = async ({ args, flags }, { settings, signal: stop, progress }) => {
  if (!/^(?:npx|uvx|go):\/\//.test(args.package)) {
    throw usage(`"${args.package}" is no package`, "give npx://NAME, uvx://NAME or go://MODULE");
  }
  const { home, runtimeFolder, dockerHost, stateFolder, builds, configFile } = await settings();
  const { caCertificate } = await readUserConfig(configFile);
  const ca = flags["ca-cert"] ?? builds.caCertificate ?? caCertificate;
  const limit = AbortSignal.timeout(flags.timeout);
  const signal = AbortSignal.any([stop, limit]);
  try {
    const places = {
      home,
      xdgRuntimeDir: runtimeFolder,
      dockerHost,
      remembered: await rememberedEngine(stateFolder).socket(),
    };
    await using runtime = await detectRuntime(places, { signal });
    await using images = createImages({
      runtime,
      log: createLog("warn"),
      buildSettings: { ...builds, ...(ca && { caCertificate: ca }) },
    });
    if (flags["dry-run"] || flags.output !== undefined) {
      const { dockerfile } = await images.describeBuild(args.package, { signal });
      return dockerfileOutcome(dockerfile, flags.output);
    }
    const { imageId } = await images.accept(args.package, { signal });
    await images.ensure({ reference: args.package, imageId }, { signal, onProgress: (text) => progress.show(text) });
    const { tag } = await images.describeBuild(imageId ?? args.package, { signal });
    if (flags.tag !== undefined) await runtime.tagImage(tag, flags.tag, { signal });
    const image = flags.tag ?? tag;
    return { data: { image }, text: image };
  } catch (error) {
    if (!limit.aborted) throw error;
    throw new Failure("timed out", `the build was given up after ${formatDuration(flags.timeout)}`, { cause: error });
  }
};

async function dockerfileOutcome(dockerfile: string, output: string | undefined): Promise<Outcome> {
  if (output === undefined) return { data: { dockerfile }, text: dockerfile.trimEnd() };
  await writeFile(output, dockerfile, { mode: 0o600 });
  return { data: { dockerfile }, text: `written to ${output}` };
}
