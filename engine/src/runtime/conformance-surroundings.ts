import { describe, expect, test } from "vitest";
import { COMMANDS } from "./conformance-commands.ts";
import { type Bench, uniqueName } from "./conformance-context.ts";
import type { ContainerEvent, NetworkSpec } from "./runtime.ts";

export function surroundingRules(bench: Bench): void {
  const network = (overrides: Partial<NetworkSpec> = {}): NetworkSpec => ({
    name: uniqueName(),
    labels: bench.labels,
    isInternal: false,
    ...overrides,
  });

  describe("the engine", () => {
    test("says which one it is", async () => {
      expect(await bench.runtime.probe()).toEqual({
        kind: expect.stringMatching(/^(docker|podman|memory)$/),
        version: expect.stringMatching(/^\d/),
        reachesContainers: expect.any(Boolean),
      });
    });
  });

  describe("events", () => {
    test("come for every change of a container with the labels, from the call on", async () => {
      const stop = new AbortController();
      const events = bench.runtime.events({ ...bench.labels, kind: "wanted" }, { signal: stop.signal });
      const other = await bench.create(COMMANDS.echo, { labels: { ...bench.labels, kind: "other" } });
      const spec = bench.spec(COMMANDS.crash, { labels: { ...bench.labels, kind: "wanted" } });
      const id = await bench.runtime.create(spec);
      const seen: ContainerEvent[] = [];
      for await (const event of events) {
        seen.push(event);
        // Each step is taken when the one before it was heard of.
        if (seen.length === 1) await bench.runtime.start(id);
        const details = await bench.runtime.inspect(id);
        if (details?.state === "exited") await bench.runtime.remove(id);
        if (!details) stop.abort();
      }
      expect(new Set(seen.map((event) => event.id))).toEqual(new Set([id]));
      expect(seen[0]).toMatchObject({ name: spec.name });
      expect(await bench.runtime.inspect(other)).toBeDefined();
    });

    test("end quietly when the signal fires", async () => {
      const stop = new AbortController();
      const events = bench.runtime.events(bench.labels, { signal: stop.signal })[Symbol.asyncIterator]();
      const next = events.next();
      stop.abort();
      expect(await next).toMatchObject({ done: true });
    });

    test("end when the driver is disposed", async () => {
      const another = await bench.open();
      const events = another.events(bench.labels, { signal: new AbortController().signal })[Symbol.asyncIterator]();
      const next = events.next();
      await another[Symbol.asyncDispose]();
      expect(await next).toMatchObject({ done: true });
    });
  });

  describe("images", () => {
    test("one that is here has an id, and no digest unless it came from a registry", async () => {
      const image = await bench.runtime.findImage(bench.image);
      expect(image).toEqual({ id: expect.stringMatching(/^sha256:[0-9a-f]{64}$/), digest: undefined });
      expect(await bench.runtime.findImage(image!.id)).toEqual(image);
    });

    test("one that is not here is not found", async () => {
      expect(await bench.runtime.findImage("toolhaven.test/no-such-image:1")).toBeUndefined();
    });

    test.each(["UPPER/case", "a//b", "../../info", "a:b:c", "", "a b"])(
      "reference %j is invalid input",
      async (text) => {
        await expect(bench.runtime.findImage(text)).rejects.toMatchObject({ code: "invalid_input" });
        await expect(bench.runtime.pullImage(text)).rejects.toMatchObject({ code: "invalid_input" });
      },
    );
  });

  describe("networks", () => {
    test("a network is listed by its labels until it is removed", async () => {
      const specs = [network(), network()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
      for (const spec of specs) await bench.runtime.createNetwork(spec);
      const listed = await bench.runtime.listNetworks(bench.labels);
      expect(listed).toMatchObject(specs.map(({ name, labels }) => ({ name, labels })));
      expect(await bench.runtime.listNetworks({ ...bench.labels, other: "x" })).toEqual([]);

      await bench.runtime.removeNetwork(specs[0]!.name);
      await expect(bench.runtime.removeNetwork(specs[0]!.name)).resolves.toBeUndefined();
      expect(await bench.runtime.listNetworks(bench.labels)).toMatchObject([{ name: specs[1]!.name }]);
    });

    test("a second network of the same name already exists", async () => {
      const spec = network();
      await bench.runtime.createNetwork(spec);
      await expect(bench.runtime.createNetwork(spec)).rejects.toMatchObject({ code: "already_exists" });
    });

    test("many can be made at once, by several drivers", async () => {
      const drivers = [bench.runtime, await bench.open()];
      const specs = Array.from({ length: 6 }, () => network());
      await Promise.all(specs.map((spec, index) => drivers[index % 2]!.createNetwork(spec)));
      expect(await bench.runtime.listNetworks(bench.labels)).toHaveLength(6);
    });

    test("a network that a running container uses is not removed", async () => {
      const { name } = network();
      await bench.runtime.createNetwork(network({ name }));
      const { id } = await bench.run(COMMANDS.echo, { network: name });
      await expect(bench.runtime.removeNetwork(name)).rejects.toMatchObject({ code: "invalid_input" });
      await bench.runtime.remove(id);
      await bench.runtime.removeNetwork(name);
    });

    test("a container does not start on a network that does not exist", async () => {
      await expect(bench.run(COMMANDS.echo, { network: uniqueName() })).rejects.toMatchObject({ code: "not_found" });
    });

    test.each([false, true])("a server on it answers at the container's address (internal: %j)", async (isInternal) => {
      const { name } = network();
      await bench.runtime.createNetwork(network({ name, isInternal }));
      const { id, tap } = await bench.run(COMMANDS.http, { network: name, port: 8080 });
      await tap.until(({ stdout }) => stdout.includes("ready"));
      const { address } = (await bench.runtime.inspect(id))!;
      const answer = await fetch(`http://${address!.host}:${address!.port}/`);
      expect(await answer.text()).toBe("hello");

      await bench.runtime.stop(id, { graceSeconds: 0 });
      expect(await bench.runtime.inspect(id)).toMatchObject({ address: undefined });
    });

    test("without a port there is no address", async () => {
      const { name } = network();
      await bench.runtime.createNetwork(network({ name }));
      const { id } = await bench.run(COMMANDS.echo, { network: name });
      expect(await bench.runtime.inspect(id)).toMatchObject({ state: "running", address: undefined });
    });
  });
}
