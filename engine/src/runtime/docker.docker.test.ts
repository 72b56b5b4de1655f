import { afterAll, describe, expect, test } from "vitest";
import { describeRuntime } from "./conformance.ts";
import { openContainerEngine } from "./container-engine.ts";
import { createEngineClient } from "./engine-client.ts";
import { openRegistry } from "./registry-fixture.ts";

const socket = process.env["THV_TEST_DOCKER_SOCKET"] ?? "/var/run/docker.sock";

describeRuntime({
  name: "docker",
  open: () => openContainerEngine(socket),
  image: process.env["THV_TEST_IMAGE"] ?? "thv-fixture/node:latest",
  traits: { isolates: true, reportsOutOfMemory: true, keepsStdinOpen: true },
});

describe("docker pulls", () => {
  const pulled: string[] = [];

  afterAll(async () => {
    using client = createEngineClient(socket);
    for (const reference of pulled) {
      await client.call({ method: "DELETE", path: `/images/${encodeURIComponent(reference)}` });
    }
  });

  test("an image comes with its digest, and tells how far it is", async () => {
    await using registry = await openRegistry({ images: { "team/server:1.2": [8_000_000, 300_000] } });
    await using runtime = await openContainerEngine(socket);
    const reference = `${registry.host}/team/server:1.2`;
    pulled.push(reference);
    const texts: string[] = [];
    const image = await runtime.pullImage(reference, { onProgress: (text) => texts.push(text) });
    expect(image).toEqual({
      id: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      digest: expect.stringMatching(`^${registry.host}/team/server@sha256:[0-9a-f]{64}$`),
    });
    expect(await runtime.findImage(reference)).toEqual(image);
    expect(await runtime.findImage(image.digest!)).toEqual(image);
    expect(texts[0]).toMatch(/^layer 1 of \d$/);
    expect(texts.filter((text) => !/^layer \d of \d(, \d+(\.\d)? MB( of \d+(\.\d)? MB)?)?$/.test(text))).toEqual([]);
  });

  test("by digest brings what the tag stood for", async () => {
    await using registry = await openRegistry({ images: { "team/other:1": [1000] } });
    await using runtime = await openContainerEngine(socket);
    const { id, digest } = await runtime.pullImage(`${registry.host}/team/other:1`);
    pulled.push(`${registry.host}/team/other:1`, digest!);
    expect(await runtime.pullImage(digest!)).toEqual({ id, digest });
  });

  test.each([
    ["a name the registry does not know", "team/none:1", "does not know it"],
    ["a tag the registry does not know", "team/server:9", "does not know it"],
    ["a name that needs a password", "locked/server:1", "refuses access"],
  ])("%s is not found", async (_, name, words) => {
    await using registry = await openRegistry({ images: { "team/server:1": [1000] }, locked: ["locked/server"] });
    await using runtime = await openContainerEngine(socket);
    await expect(runtime.pullImage(`${registry.host}/${name}`)).rejects.toMatchObject({
      code: "not_found",
      message: expect.stringContaining(words),
    });
  });

  test("a registry that is not there could not be reached", async () => {
    const registry = await openRegistry({ images: {} });
    await registry[Symbol.asyncDispose]();
    await using runtime = await openContainerEngine(socket);
    await expect(runtime.pullImage(`${registry.host}/team/server:1`)).rejects.toMatchObject({
      code: "not_found",
      message: expect.stringContaining("could not be reached"),
    });
  });
});
