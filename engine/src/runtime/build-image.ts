import { AppError } from "@toolhaven/contract/errors";
import { BuildLine } from "./answers.ts";
import { createBuildOutput } from "./build-output.ts";
import type { EngineClient } from "./engine-client.ts";
import { wordsOf } from "./engine-errors.ts";
import type { EngineImages } from "./images.ts";
import { checkReference } from "./reference.ts";
import type { BuildSpec, CallOptions, Image } from "./runtime.ts";

export interface ImageBuilder {
  build(spec: BuildSpec, options?: CallOptions & { onProgress?: (text: string) => void }): Promise<Image>;
}

/** Builds through the engine's own builder, which every engine has without a plug-in. */
export function createImageBuilder(client: EngineClient, { find }: Pick<EngineImages, "find">): ImageBuilder {
  return { build };

  async function build(
    { tag, context, labels, proxies = {}, network = "default" }: BuildSpec,
    { signal, onProgress = () => undefined }: CallOptions & { onProgress?: (text: string) => void } = {},
  ): Promise<Image> {
    checkReference(tag);
    const options = signal ? { signal } : {};
    const query = {
      t: tag,
      dockerfile: "Dockerfile",
      labels: JSON.stringify(labels),
      buildargs: JSON.stringify(proxies),
      rm: "true",
      forcerm: "true",
      // Podman keeps every step as an image otherwise, and with it what only the first stage may know.
      layers: "false",
      ...(network === "host" && { networkmode: "host" }),
    };
    const answer = await client.stream({ method: "POST", path: "/build", query, archive: context }, options);
    if (!("lines" in answer)) throw new AppError("invalid_input", `the builder refuses it: ${wordsOf(answer).trim()}`);
    const output = createBuildOutput({ onProgress });
    for await (const value of answer.lines) {
      const { stream, error } = BuildLine.parse(value);
      output.take(stream);
      if (error !== undefined) throw output.failure(error);
    }
    const image = await find(tag, options);
    if (!image) throw output.failure("the engine ended the build without an image");
    return image;
  }
}
