import { expect, test } from "vitest";
import { PullLine } from "./answers.ts";
import { createPullProgress } from "./pull-progress.ts";

/** Feeds lines, each a second after the last, and returns the texts. */
function textsOf(lines: readonly object[], everyMs = 1000): string[] {
  const texts: string[] = [];
  let nowMs = 0;
  const report = createPullProgress({ onProgress: (text) => texts.push(text), now: () => (nowMs += everyMs) });
  for (const line of lines) report(PullLine.parse(line));
  return texts;
}

const at = (id: string, status: string, current?: number, total?: number): object => ({
  id,
  status,
  progressDetail: { current, total },
});

test("sums the layers up, with the whole size once it is known", () => {
  expect(
    textsOf([
      { status: "Pulling from team/server", id: "latest" },
      at("a", "Already exists"),
      at("b", "Pulling fs layer"),
      at("c", "Pulling fs layer"),
      at("b", "Downloading", 4_200_000, 60_000_000),
      at("c", "Downloading", 20_000_000, 60_000_000),
      at("b", "Download complete"),
      at("b", "Extracting", 10, 60_000_000),
      at("b", "Pull complete"),
      at("c", "Download complete"),
      at("c", "Pull complete"),
      { status: "Digest: sha256:abc" },
    ]),
  ).toEqual([
    "layer 1 of 1",
    "layer 2 of 2",
    "layer 2 of 3",
    "layer 2 of 3, 4.2 MB",
    "layer 2 of 3, 24 MB of 120 MB",
    "layer 2 of 3, 80 MB of 120 MB",
    "layer 3 of 3, 80 MB of 120 MB",
    "layer 3 of 3, 120 MB of 120 MB",
  ]);
});

test("says nothing more than a few times a second, but the first at once", () => {
  const lines = Array.from({ length: 1000 }, (_, index) => at("a", "Downloading", index * 1_000_000, 1e9));
  const texts = textsOf(lines, 1);
  expect(texts[0]).toBe("layer 1 of 1");
  expect(texts.length).toBeLessThan(12);
});

test("says nothing about an image that is up to date", () => {
  expect(textsOf([{ status: "Pulling from a", id: "latest" }, { status: "Status: Image is up to date" }])).toEqual([]);
});
