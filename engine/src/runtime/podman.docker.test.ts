import { beforeAll, expect, test } from "vitest";
import { describeRuntime } from "./conformance.ts";
import { openContainerEngine } from "./container-engine.ts";
import { copyImage } from "./copy-image.ts";
import { openRegistry } from "./registry-fixture.ts";

const docker = process.env["THV_TEST_DOCKER_SOCKET"] ?? "/var/run/docker.sock";
const podman = process.env["THV_TEST_PODMAN_SOCKET"] ?? "/run/podman/podman.sock";
const image = process.env["THV_TEST_IMAGE"] ?? "thv-fixture/node:latest";

beforeAll(() => copyImage(image, { from: docker, to: podman }));

describeRuntime({
  name: "podman",
  open: () => openContainerEngine(podman),
  image,
  // Podman 4.3 does not see the kernel's mark on cgroups v1, and its monitor closes stdin with any attachment.
  traits: { isolates: true, reportsOutOfMemory: false, keepsStdinOpen: false },
});

test("podman asks registries over TLS only: one without could not be reached", async () => {
  await using registry = await openRegistry({ images: { "team/server:1": [1000] } });
  await using runtime = await openContainerEngine(podman);
  await expect(runtime.pullImage(`${registry.host}/team/server:1`)).rejects.toMatchObject({
    code: "not_found",
    message: expect.stringContaining("could not be reached"),
  });
});
