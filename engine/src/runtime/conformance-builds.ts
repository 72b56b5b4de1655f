import { afterEach, describe, expect, test } from "vitest";
import { pack } from "tar-stream";
import { COMMANDS } from "./conformance-commands.ts";
import { type Bench, uniqueName } from "./conformance-context.ts";
import type { BuildSpec } from "./runtime.ts";

/** Rules for images that are built here. The last word of a step that fails is `reason`, one that lasts says `ready`. */
export const STEPS = {
  fails: `RUN ["sh", "-c", "echo first >&2; echo the true reason >&2; exit 3"]`,
  lasts: `RUN ["sh", "-c", "echo ready; sleep 600"]`,
  succeeds: `RUN ["sh", "-c", "echo hello > /note"]`,
} as const;

export function buildRules(bench: Bench): void {
  const spec = (lines: readonly string[], overrides: Partial<BuildSpec> = {}): BuildSpec => ({
    tag: `localhost/${uniqueName()}:1`,
    labels: bench.labels,
    context: archiveOf({ Dockerfile: lines.join("\n") }),
    ...overrides,
  });
  const from = `FROM ${bench.image}`;

  afterEach(async () => {
    for (const { id } of await bench.runtime.list(bench.labels)) await bench.runtime.remove(id);
    for (const { id, references } of await bench.runtime.listImages(bench.labels)) {
      for (const name of references.length > 0 ? references : [id]) await bench.runtime.removeImage(name);
    }
  });

  describe("builds", () => {
    test("an image is there under its tag, runs, and is listed by its labels until it is removed", async () => {
      const wanted = spec([from, STEPS.succeeds]);
      const image = await bench.runtime.buildImage(wanted);
      expect(image).toEqual({ id: expect.stringMatching(/^sha256:[0-9a-f]{64}$/), digest: undefined });
      expect(await bench.runtime.findImage(wanted.tag)).toEqual(image);
      const listed = await bench.runtime.listImages(bench.labels);
      expect(listed).toMatchObject([{ id: image.id, references: [wanted.tag], labels: bench.labels }]);
      expect(await bench.runtime.listImages({ ...bench.labels, other: "x" })).toEqual([]);

      const { id, tap } = await bench.run(COMMANDS.note, { image: image.id });
      await tap.until(({ ends }) => ends > 0);
      expect(tap.stdout).toBe("hello\n");
      await expect(bench.runtime.removeImage(wanted.tag)).rejects.toMatchObject({ code: "invalid_input" });
      await bench.runtime.remove(id);
      await bench.runtime.removeImage(wanted.tag);
      expect(await bench.runtime.findImage(wanted.tag)).toBeUndefined();
      await expect(bench.runtime.removeImage(wanted.tag)).resolves.toBeUndefined();
    });

    test("an image may have another name, and keeps the one it has", async () => {
      const wanted = spec([from, STEPS.succeeds]);
      const image = await bench.runtime.buildImage(wanted);
      const other = `localhost/${uniqueName()}:2`;
      await bench.runtime.tagImage(image.id, other);
      expect(await bench.runtime.findImage(other)).toEqual(image);
      const [listed] = await bench.runtime.listImages(bench.labels);
      expect(listed?.references.toSorted()).toEqual([wanted.tag, other].toSorted());
      await bench.runtime.removeImage(wanted.tag);
      expect(await bench.runtime.findImage(other)).toEqual(image);
      const missing = `sha256:${"0".repeat(64)}`;
      await expect(bench.runtime.tagImage(missing, other)).rejects.toMatchObject({ code: "not_found" });
    });

    test("tell at which step they are", async () => {
      const texts: string[] = [];
      await bench.runtime.buildImage(spec([from, STEPS.succeeds]), { onProgress: (text) => texts.push(text) });
      expect(texts[0]).toMatch(/^step 1 of \d+: FROM /);
      expect(texts).toContainEqual(expect.stringMatching(/^step 2 of \d+: RUN /));
    });

    test("that fail say which step it was and what it said, and leave no image", async () => {
      const wanted = spec([from, STEPS.fails]);
      await expect(bench.runtime.buildImage(wanted)).rejects.toMatchObject({
        code: "invalid_input",
        message: expect.stringMatching(/^step 2 of \d+ failed: first; the true reason \(.+\)$/s),
      });
      expect(await bench.runtime.listImages(bench.labels)).toEqual([]);
    });

    test("without a Dockerfile, or under a malformed name, are invalid input", async () => {
      const empty = spec([], { context: archiveOf({ other: "x" }) });
      await expect(bench.runtime.buildImage(empty)).rejects.toMatchObject({ code: "invalid_input" });
      const unnamed = spec([from], { tag: "UPPER/case" });
      await expect(bench.runtime.buildImage(unnamed)).rejects.toMatchObject({ code: "invalid_input" });
    });

    test("end with the reason of a signal that fires, and the next one works", async () => {
      const stop = new AbortController();
      const building = bench.runtime.buildImage(spec([from, STEPS.lasts]), {
        signal: stop.signal,
        onProgress: (text) => text.startsWith("step 2") && stop.abort(new Error("enough")),
      });
      await expect(building).rejects.toThrow("enough");
      await bench.runtime.buildImage(spec([from, STEPS.succeeds]));
      expect(await bench.runtime.listImages(bench.labels)).toHaveLength(1);
    });

    test("whose context breaks off end with its reason", async () => {
      const broken = spec([from], {
        // oxlint-disable-next-line require-yield -- it breaks before the first byte
        context: (async function* () {
          throw new Error("the disk is gone");
        })(),
      });
      await expect(bench.runtime.buildImage(broken)).rejects.toThrow("the disk is gone");
    });

    test("leave nothing of an earlier stage behind but what was copied", async () => {
      const image = await bench.runtime.buildImage(
        spec([
          `${from} AS first`,
          `LABEL ${Object.entries(bench.labels)
            .map(([name, value]) => `${name}="${value}"`)
            .join(" ")} stage="first"`,
          STEPS.succeeds,
          from,
          `COPY --from=first /note /copied`,
        ]),
      );
      for (const { id, references } of await bench.runtime.listImages({ ...bench.labels, stage: "first" })) {
        expect(references).toEqual([]);
        await bench.runtime.removeImage(id);
      }
      expect(await bench.runtime.listImages(bench.labels)).toMatchObject([{ id: image.id }]);
      expect(await bench.runtime.findImage(bench.image)).toBeDefined();
    });
  });
}

async function* archiveOf(files: Readonly<Record<string, string>>): AsyncGenerator<Uint8Array> {
  const archive = pack();
  for (const [name, content] of Object.entries(files)) archive.entry({ name }, content);
  archive.finalize();
  yield* archive as AsyncIterable<Uint8Array>;
}
