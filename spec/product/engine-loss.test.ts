import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect as connectTo, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FIXTURES } from "@toolhaven/fixtures/images";
import { expect, test } from "vitest";
import { call, create, list, untilGone, untilStatus } from "./api.ts";
import { callText, connect } from "./client.ts";
import { startDaemon } from "./daemon.ts";

const ENGINE = process.env["THV_TEST_DOCKER_SOCKET"] ?? "/var/run/docker.sock";
const WORKLOADS = "/api/v1beta/workloads";

/** An engine that can be taken away and given back: a relay in front of the real one. */
async function openRelay(path: string): Promise<AsyncDisposable> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((client) => {
    const engine = connectTo(ENGINE);
    for (const socket of [client, engine]) {
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    }
    client.pipe(engine).pipe(client);
    client.on("close", () => engine.destroy());
    engine.on("close", () => client.destroy());
  });
  server.listen(path);
  await once(server, "listening");
  return {
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

test("AD-04 when the engine goes away calls say so, and when it is back the same session goes on", async () => {
  const folder = await mkdtemp(join(tmpdir(), "thv-relay-"));
  const path = join(folder, "engine.sock");
  let relay = await openRelay(path);
  await using daemon = await startDaemon({ env: { DOCKER_HOST: `unix://${path}` } });
  await create(daemon, { name: "patient", image: FIXTURES.echo });
  const { url } = (await untilStatus(daemon, "patient", "running"))!;
  await using client = await connect(url, "streamable-http");
  expect(await callText(client, "echo", { message: "before" })).toBe("before");

  await relay[Symbol.asyncDispose]();
  const lost = await untilStatus(daemon, "patient", "unknown");
  expect(lost?.status_context).toMatch(/engine\.sock/);
  await expect(callText(client, "echo", { message: "meanwhile" })).rejects.toThrow(/engine|503/);
  const refused = await call(daemon, "POST", WORKLOADS, { name: "later", image: FIXTURES.echo });
  expect(refused.status).toBe(503);
  expect(refused.body.trim()).not.toContain("\n");
  expect((await list(daemon)).map(({ name }) => name)).toEqual(["patient"]);

  relay = await openRelay(path);
  await untilStatus(daemon, "patient", "running");
  expect(await callText(client, "echo", { message: "after" })).toBe("after");

  await call(daemon, "DELETE", `${WORKLOADS}/patient`);
  await untilGone(daemon, "patient");
  await relay[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});
