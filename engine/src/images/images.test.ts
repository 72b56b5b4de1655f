import { AppError } from "@toolhaven/contract/errors";
import { expect, test } from "vitest";
import type { ContainerRuntime, Image } from "../runtime/runtime.ts";
import { createImages } from "./images.ts";

const { signal } = new AbortController();
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const IMAGE: Image = { id: "sha256:new", digest: "example.test/a@sha256:new" };
const LOCAL: Image = { id: "sha256:old", digest: undefined };

/** A registry whose one pull is steered by the test. */
function setup({ local }: { local?: Image } = {}) {
  const pulls: Array<{ finish(image: Image): void; fail(error: Error): void; progress(text: string): void }> = [];
  const runtime = {
    findImage: async () => local,
    pullImage: (_: string, { onProgress }: { onProgress: (text: string) => void }) =>
      new Promise<Image>((resolve, reject) => {
        pulls.push({ finish: resolve, fail: reject, progress: onProgress });
      }),
  } as unknown as ContainerRuntime;
  return { images: createImages({ runtime, log: quiet }), pulls };
}

/** Lets everything that is ready to run, run. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("a fixed tag that is here is taken without asking anybody", async () => {
  const { images, pulls } = setup({ local: LOCAL });
  expect(await images.accept("example.test/a:1.2", { signal })).toEqual({ imageId: "sha256:old" });
  expect(pulls).toEqual([]);
});

test.each(["example.test/a", "example.test/a:latest", "localhost:5000/a"])(
  "%s may have moved: it is asked for afresh",
  async (reference) => {
    const { images, pulls } = setup({ local: LOCAL });
    const accepted = images.accept(reference, { signal });
    await turn();
    pulls[0]!.finish(IMAGE);
    expect(await accepted).toEqual({ imageId: "sha256:new" });
  },
);

test("a moving tag that cannot be asked for is taken as it is here", async () => {
  const { images, pulls } = setup({ local: LOCAL });
  const accepted = images.accept("example.test/a:latest", { signal });
  await turn();
  pulls[0]!.fail(new AppError("not_found", "no network"));
  expect(await accepted).toEqual({ imageId: "sha256:old" });
});

test("an image that is neither here nor to be had is refused with the registry's reason", async () => {
  const { images, pulls } = setup();
  const accepted = images.accept("example.test/a:1", { signal });
  await turn();
  pulls[0]!.fail(new AppError("not_found", 'image "example.test/a:1" not found'));
  await expect(accepted).rejects.toThrow('image "example.test/a:1" not found');
});

test("a big image is accepted at its first layer, and whoever waits for it sees the progress", async () => {
  const { images, pulls } = setup();
  const accepted = images.accept("example.test/a:1", { signal });
  await turn();
  pulls[0]!.progress("layer 1 of 3");
  expect(await accepted).toEqual({});

  const seen: string[] = [];
  const ensured = images.ensure({ reference: "example.test/a:1" }, { signal, onProgress: (text) => seen.push(text) });
  await turn();
  pulls[0]!.progress("layer 2 of 3");
  pulls[0]!.finish(IMAGE);
  expect(await ensured).toEqual(IMAGE);
  expect(seen).toEqual(['pulling "example.test/a:1": layer 1 of 3', 'pulling "example.test/a:1": layer 2 of 3']);
  expect(pulls).toHaveLength(1);
});

test("one who goes away does not end the pull for the others", async () => {
  const { images, pulls } = setup();
  const leaving = new AbortController();
  const left = images.ensure({ reference: "example.test/a:1" }, { signal: leaving.signal });
  const stays = images.ensure({ reference: "example.test/a:1" }, { signal });
  await turn();
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  pulls[0]!.finish(IMAGE);
  expect(await stays).toEqual(IMAGE);
});
