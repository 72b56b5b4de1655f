import { beforeAll, expect, test } from "vitest";
import { COMMANDS } from "./conformance-commands.ts";
import { tapInto, uniqueName } from "./conformance-context.ts";
import { createContainers } from "./containers.ts";
import { openContainerEngine } from "./container-engine.ts";
import { copyImage } from "./copy-image.ts";
import { createEngineClient } from "./engine-client.ts";
import { readFacts } from "./engine-facts.ts";

const docker = process.env["THV_TEST_DOCKER_SOCKET"] ?? "/var/run/docker.sock";
const podman = process.env["THV_TEST_PODMAN_SOCKET"] ?? "/run/podman/podman.sock";
const image = process.env["THV_TEST_IMAGE"] ?? "thv-fixture/node:latest";

beforeAll(() => copyImage(image, { from: docker, to: podman }));

// An engine in a virtual machine is not at hand; one that is said to be out of reach is asked for the same.
test.each([docker, podman])("%s publishes a port on loopback where containers are out of reach", async (socket) => {
  using client = createEngineClient(socket);
  const facts = { ...(await readFacts(client)), reachesContainers: false };
  const containers = createContainers(client, { facts: () => facts });
  await using runtime = await openContainerEngine(socket);
  const name = uniqueName();
  const labels = { "toolhaven.test": name };
  await runtime.createNetwork({ name, labels, isInternal: false });
  try {
    const spec = { name, image, command: COMMANDS.http, env: {}, labels, network: name, port: 8080 };
    const id = await containers.create(spec);
    const tap = tapInto(await runtime.attach(id));
    await containers.start(id);
    await tap.until(({ stdout }) => stdout.includes("ready"));
    const { address } = (await containers.inspect(id))!;
    expect(address).toEqual({ host: "127.0.0.1", port: expect.any(Number) });
    const answer = await fetch(`http://127.0.0.1:${address!.port}/`);
    expect(await answer.text()).toBe("hello");
  } finally {
    for (const { id } of await runtime.list(labels)) await runtime.remove(id);
    await runtime.removeNetwork(name);
  }
});
