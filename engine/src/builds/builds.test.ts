import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "@toolhaven/contract/errors";
import { describe, expect, test } from "vitest";
import { createImages } from "../images/images.ts";
import { createMemoryEngine } from "../runtime/memory.ts";
import type { MemoryStep } from "../runtime/memory-build.ts";
import type { BuildSettings } from "./build-settings.ts";
import { type BuildDeps, createBuilds } from "./builds.ts";
import { openNpmRegistry } from "./npm-registry-fixture.ts";

const { signal } = new AbortController();
const log = { debug() {}, info() {}, warn() {}, error() {} };
const base = "example.test/base:1";
const baseImages = { npx: base, uvx: base, go: base, goRuntime: base };
const program = () => undefined;

interface SetupOptions extends Partial<BuildSettings> {
  readonly step?: MemoryStep;
  readonly graceMs?: number;
}

/** A registry with one package, an engine that builds, and everything between. */
async function setup({ step, graceMs = 0, ...overrides }: SetupOptions = {}) {
  const registry = await openNpmRegistry({
    packages: { server: { "1.0.0": "x", "1.1.0": "x" }, library: { "1.0.0": undefined } },
  });
  const engine = createMemoryEngine({ images: { [base]: program }, ...(step && { step }) });
  const runtime = engine.runtime();
  const settings: BuildSettings = { baseImages, additionalPackages: [], npmRegistry: registry.url, ...overrides };
  const ensureBase: BuildDeps["ensureBase"] = async (reference) => (await runtime.findImage(reference))!;
  const open = () => createBuilds({ runtime, settings, log, ensureBase, graceMs });
  const builds = open();
  return {
    registry,
    engine,
    runtime,
    builds,
    open,
    settings,
    async [Symbol.asyncDispose]() {
      await builds[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
    },
  };
}

/** A step that goes on until the test says so. */
function gate() {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let arrive!: () => void;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const runs: AbortSignal[] = [];
  const step: MemoryStep = async (words, options) => {
    if (!words.includes(`"npm"`)) return;
    runs.push(options.signal);
    arrive();
    await opened;
  };
  return { step, open, arrived, runs };
}

describe("versions", () => {
  test("BD-02: the newest is settled once; a newer one changes nothing about what was accepted", async () => {
    await using it = await setup();
    const accepted = await it.builds.accept("npx://server", { signal });
    expect(accepted).toEqual({ imageId: "npx://server@1.1.0" });
    it.registry.publish("server", "2.0.0", "x");
    const first = await it.builds.ensure({ reference: "npx://server", ...accepted }, { signal });
    const again = await it.builds.ensure({ reference: "npx://server", ...accepted }, { signal });
    expect(again).toEqual(first);
    expect(await it.builds.accept("npx://server", { signal })).toEqual({ imageId: "npx://server@2.0.0" });
  });

  test("BD-02: what was accepted needs no registry any more", async () => {
    await using it = await setup();
    const accepted = await it.builds.accept("npx://server@1.0", { signal });
    expect(accepted).toEqual({ imageId: "npx://server@1.0.0" });
    const { length } = it.registry.asked;
    await it.builds.ensure({ reference: "npx://server@1.0", ...accepted }, { signal });
    expect(it.registry.asked).toHaveLength(length);
  });

  test.each([
    ["npx://nobody", "not_found"],
    ["npx://server@3", "not_found"],
    ["npx://library", "invalid_input"],
    ["npx://$(id)", "invalid_input"],
    ["go://./server", "invalid_input"],
  ])("BD-03: %s is %s, before anything is built", async (reference, code) => {
    await using it = await setup();
    await expect(it.builds.accept(reference, { signal })).rejects.toMatchObject({ code });
  });

  test("BD-03: without its registry an exact version is taken at its word, a moving one as it was built before", async () => {
    await using it = await setup();
    await it.builds.ensure({ reference: "npx://server@1.0.0" }, { signal });
    it.registry.close();
    expect(await it.builds.accept("npx://server", { signal })).toEqual({ imageId: "npx://server@1.0.0" });
    expect(await it.builds.accept("npx://other@1.0.0", { signal })).toEqual({ imageId: "npx://other@1.0.0" });
    await expect(it.builds.accept("npx://other", { signal })).rejects.toMatchObject({
      code: "not_found",
      message: expect.stringContaining("could not be reached (ECONNREFUSED)"),
    });
  });
});

describe("images", () => {
  test("BD-04: the same package is built once, whoever asks in whatever process", async () => {
    const steps: string[] = [];
    await using it = await setup({ step: (words) => void steps.push(words) });
    const first = await it.builds.ensure({ reference: "npx://server@1.0.0" }, { signal });
    const { length } = steps;
    await using other = it.open();
    expect(await other.ensure({ reference: "npx://server@1.0.0" }, { signal })).toEqual(first);
    expect(steps).toHaveLength(length);
    const { tag } = await other.describe("npx://server@1.0.0", { signal });
    expect(await it.runtime.findImage(tag)).toEqual(first);
  });

  test("BD-04: a project on this machine keeps its image until it is accepted anew", async () => {
    await using it = await setup();
    const folder = await mkdtemp(join(tmpdir(), "thv-go-"));
    try {
      await writeFile(join(folder, "go.mod"), "module example.test/x\n");
      const reference = `go://${folder}`;
      const accepted = await it.builds.accept(reference, { signal });
      const first = await it.builds.ensure({ reference, ...accepted }, { signal });
      await writeFile(join(folder, "main.go"), "package main\n");
      expect(await it.builds.ensure({ reference, ...accepted }, { signal })).toEqual(first);
      const edited = await it.builds.accept(reference, { signal });
      expect(edited.imageId).not.toBe(accepted.imageId);
      expect((await it.builds.ensure({ reference, ...edited }, { signal })).id).not.toBe(first.id);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("BD-11: older images of a package go when a newer one is there, but for those that are in use or about to be", async () => {
    await using it = await setup();
    const old = await it.builds.ensure({ reference: "npx://server@1.0.0" }, { signal });
    const used = await it.builds.ensure({ reference: "npx://server@1.1.0" }, { signal });
    await it.runtime.create({ name: "one", image: used.id, env: {}, labels: {} });
    it.registry.publish("server", "2.0.0", "x");
    expect(await it.runtime.findImage(old.id)).toBeDefined();

    await using later = it.open();
    const latest = await later.ensure({ reference: "npx://server" }, { signal });
    expect(await it.runtime.findImage(old.id)).toBeUndefined();
    expect(await it.runtime.findImage(used.id)).toBeDefined();
    expect(await it.runtime.findImage(latest.id)).toBeDefined();
    expect(await it.runtime.findImage(base)).toBeDefined();
  });
});

describe("one build for all", () => {
  test("BD-05: who comes later joins it, and hears at once how far it is", async () => {
    const { step, open, arrived, runs } = gate();
    await using it = await setup({ step });
    const first = it.builds.ensure({ reference: "npx://server@1.0.0" }, { signal });
    await arrived;
    const seen: string[] = [];
    const second = it.builds.ensure(
      { reference: "npx://server@1.0.0" },
      { signal, onProgress: (text) => seen.push(text) },
    );
    await expect
      .poll(() => seen)
      .toEqual([expect.stringMatching(/^building "npx:\/\/server@1\.0\.0": step \d+ of \d+: RUN \["npm",/)]);
    open();
    expect(await second).toEqual(await first);
    expect(runs).toHaveLength(1);
  });

  test("BD-05: one who leaves does not end it for the others; when all have left it ends", async () => {
    const { step, arrived, runs } = gate();
    await using it = await setup({ step });
    const [one, other] = [new AbortController(), new AbortController()];
    const first = it.builds.ensure({ reference: "npx://server@1.0.0" }, { signal: one.signal });
    await arrived;
    const second = it.builds.ensure({ reference: "npx://server@1.0.0" }, { signal: other.signal });
    one.abort(new Error("left"));
    await expect(first).rejects.toThrow("left");
    expect(runs[0]!.aborted).toBe(false);
    other.abort(new Error("left too"));
    await expect(second).rejects.toThrow("left too");
    await expect.poll(() => runs[0]!.aborted).toBe(true);
    const { tag } = await it.builds.describe("npx://server@1.0.0", { signal });
    expect(await it.runtime.findImage(tag)).toBeUndefined();
  });

  test("BD-05: who asks again at once finds it still under way", async () => {
    const { step, open, arrived, runs } = gate();
    await using it = await setup({ step, graceMs: 60_000 });
    const leaving = new AbortController();
    const first = it.builds.ensure({ reference: "npx://server@1.0.0" }, { signal: leaving.signal });
    await arrived;
    leaving.abort(new Error("a changed wish"));
    await expect(first).rejects.toThrow("a changed wish");
    const again = it.builds.ensure({ reference: "npx://server@1.0.0" }, { signal });
    open();
    await again;
    expect(runs).toHaveLength(1);
  });

  test("BD-05: closing ends it", async () => {
    const { step, arrived, runs } = gate();
    await using it = await setup({ step });
    const building = it.builds.ensure({ reference: "npx://server@1.0.0" }, { signal });
    await arrived;
    const [failure] = await Promise.allSettled([building, it.builds[Symbol.asyncDispose]()]);
    expect(failure).toMatchObject({ status: "rejected", reason: { message: "closing" } });
    expect(runs[0]!.aborted).toBe(true);
  });
});

describe("failures", () => {
  test("BD-10: a failed step is told in the tool's own words, without passwords, and leaves no image", async () => {
    const step: MemoryStep = (words, { say }) => {
      if (!words.includes(`"npm"`)) return;
      say("npm error code E401");
      say("npm error 401 - GET https://tok-secret@npm.example.test/server");
      throw new Error("The command returned a non-zero code: 1");
    };
    await using it = await setup({ step, httpsProxy: "http://me:tok-secret@proxy.example.test" });
    await expect(it.builds.ensure({ reference: "npx://server@1.0.0" }, { signal })).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringMatching(
        /^cannot build "npx:\/\/server@1\.0\.0": step \d+ of \d+ failed: npm error code E401; npm error 401 - GET https:\/\/\*\*\*@npm\.example\.test\/server \(The command/,
      ),
    });
    expect(await it.runtime.listImages({ "toolhaven-package": "npx://server" })).toEqual([]);
  });

  test("BD-10: what speaks of the network may be tried again", async () => {
    const step: MemoryStep = (words, { say }) => {
      if (!words.includes(`"npm"`)) return;
      say("npm error code ECONNRESET");
      throw new Error("code 1");
    };
    await using it = await setup({ step });
    const building = it.builds.ensure({ reference: "npx://server@1.0.0" }, { signal });
    await expect(building).rejects.toMatchObject({ code: "internal" });
  });

  test("BD-10: an engine that goes away is no failure of the package", async () => {
    await using it = await setup();
    it.engine.fail("buildImage", new AppError("runtime_unavailable", "away"));
    const building = it.builds.ensure({ reference: "npx://server@1.0.0" }, { signal });
    await expect(building).rejects.toMatchObject({ code: "runtime_unavailable", message: "away" });
  });

  test("BD-07: a certificate that is none is refused before anybody is asked", async () => {
    await using it = await setup({ caCertificate: import.meta.filename });
    await expect(it.builds.accept("npx://server", { signal })).rejects.toThrow("holds no PEM certificate");
    expect(it.registry.asked).toEqual([]);
  });
});

test("BD-12: images takes packages beside images, and pulls what they are built from", async () => {
  await using registry = await openNpmRegistry({ packages: { server: { "1.0.0": "x" } } });
  const runtime = createMemoryEngine({ images: {}, registry: { [base]: program } }).runtime();
  const buildSettings = { baseImages, additionalPackages: [], npmRegistry: registry.url };
  await using images = createImages({ runtime, log, buildSettings });
  const accepted = await images.accept("npx://server", { signal });
  const seen: string[] = [];
  const image = await images.ensure(
    { reference: "npx://server", ...accepted },
    { signal, onProgress: (text) => seen.push(text) },
  );
  expect(image.digest).toBeUndefined();
  expect(seen.slice(0, 3)).toEqual([
    `building "npx://server@1.0.0": looking at its base image`,
    `pulling "${base}": layer 1 of 1`,
    expect.stringMatching(/^building "npx:\/\/server@1\.0\.0": step 1 of \d+: FROM example\.test\/base:1 AS builder$/),
  ]);
});
