import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { copyImage } from "@toolhaven/engine/runtime/copy-image";
import { FIXTURES } from "@toolhaven/fixtures/images";
import { expect, test } from "vitest";
import { call, create, find, untilGone, untilStatus } from "./api.ts";
import { callText, connect, withOneRetry } from "./client.ts";
import { freshHome, startDaemon } from "./daemon.ts";

const DOCKER = process.env["THV_TEST_DOCKER_SOCKET"] ?? "/var/run/docker.sock";
const PODMAN = process.env["THV_TEST_PODMAN_SOCKET"] ?? "/run/podman/podman.sock";
const WORKLOADS = "/api/v1beta/workloads";

test.skipIf(!existsSync(PODMAN))(
  "WL-01 AD-01 on Podman too a server runs, restarts and is adopted, and clients go on with their session",
  async () => {
    await copyImage(FIXTURES.echo, { from: DOCKER, to: PODMAN });
    const env = { DOCKER_HOST: `unix://${PODMAN}` };
    const home = await freshHome();
    let daemon = await startDaemon({ home, env });
    const { port } = await create(daemon, { name: "pod", image: FIXTURES.echo });
    const { url } = (await untilStatus(daemon, "pod", "running"))!;
    await using client = await connect(url, "streamable-http");
    expect(await callText(client, "echo", { message: "first" })).toBe("first");

    await call(daemon, "POST", `${WORKLOADS}/pod/restart`);
    expect(await withOneRetry(() => callText(client, "echo", { message: "restarted" }))).toBe("restarted");

    await daemon.end("SIGKILL");
    daemon = await startDaemon({ home, env });
    expect((await find(daemon, "pod"))?.port).toBe(port);
    expect(await withOneRetry(() => callText(client, "echo", { message: "adopted" }))).toBe("adopted");

    await call(daemon, "DELETE", `${WORKLOADS}/pod`);
    await untilGone(daemon, "pod");
    await daemon.end("SIGTERM");
    await rm(home, { recursive: true, force: true });
  },
);
