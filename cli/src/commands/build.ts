import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { withAbsoluteFolder } from "@toolhaven/engine/builds/package-reference";
import { readUserConfig } from "@toolhaven/engine/config/user-config";
import { createImages } from "@toolhaven/engine/images/images";
import { createLog } from "@toolhaven/engine/log";
import type { Run } from "../manifest/spec.ts";
import type { build } from "../manifest/workloads.ts";
import type { Outcome } from "../program/context.ts";
import { formatDuration } from "../program/duration.ts";
import { Failure, usage } from "../program/failure.ts";
import { openOwnEngine } from "./shared/own-engine.ts";

/** Builds for itself: an image belongs to the engine, not to the server's state. */
export const run: Run<typeof build> = async ({ args, flags }, { settings, signal: stop, progress }) => {
  const wanted = withAbsoluteFolder(args.package, process.cwd());
  if (!/^(?:npx|uvx|go):\/\//.test(wanted)) {
    throw usage(`"${args.package}" is no package`, "give npx://NAME, uvx://NAME or go://MODULE");
  }
  progress.begin(`${args.package}: looking it up`);
  const chosen = await settings();
  const { builds, configFile } = chosen;
  const limit = AbortSignal.timeout(flags.timeout);
  const signal = AbortSignal.any([stop, limit]);
  try {
    const engine = await openOwnEngine(chosen, { signal });
    await using runtime = engine.runtime;
    await using images = createImages({
      runtime,
      log: createLog("warn"),
      buildSettings: { ...builds, ...(flags["ca-cert"] !== undefined && { caCertificate: resolve(flags["ca-cert"]) }) },
      chosenCertificate: async () => (await readUserConfig(configFile)).caCertificate,
    });
    if (flags["dry-run"] || flags.output !== undefined) {
      const { dockerfile } = await images.describeBuild(wanted, { signal });
      return dockerfileOutcome(dockerfile, flags.output);
    }
    const { imageId } = await images.accept(wanted, { signal });
    const { id } = await images.ensure(
      { reference: wanted, imageId },
      { signal, onProgress: (text) => progress.show(text) },
    );
    const { tag } = await images.describeBuild(imageId?.includes("://") ? imageId : wanted, { signal });
    if (flags.tag !== undefined) await runtime.tagImage(id, flags.tag, { signal });
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
  return { data: { dockerfile }, text: `written to ${output}`, isNote: true };
}
