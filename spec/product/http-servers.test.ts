import { FIXTURES } from "@toolhaven/fixtures/images";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, create, until, untilGone, untilStatus } from "./api.ts";
import { callText, connect } from "./client.ts";
import { type Daemon, startDaemon } from "./daemon.ts";

let daemon: Daemon;
beforeAll(async () => {
  daemon = await startDaemon();
});
afterAll(async () => {
  await daemon[Symbol.asyncDispose]();
});

test.each([
  ["streamable-http", FIXTURES.everythingHttp],
  ["sse", FIXTURES.everythingSse],
] as const)("WL-02 a server that speaks %s itself is passed through", async (transport, image) => {
  const { name } = await create(daemon, { image, transport, target_port: 3001 });
  const { url } = (await untilStatus(daemon, name, "running"))!;

  const clients = await Promise.all(Array.from({ length: 4 }, () => connect(url, transport)));
  for (const [index, client] of clients.entries()) {
    expect(await callText(client, "echo", { message: `client ${index}` })).toBe(`Echo: client ${index}`);
  }
  await Promise.all(clients.map((client) => client.close()));

  await call(daemon, "DELETE", `/api/v1beta/workloads/${name}`);
  await untilGone(daemon, name);
});

test("a server that listens on another port than said stays starting, and the status names the port", async () => {
  const { name } = await create(daemon, {
    image: FIXTURES.everythingHttp,
    transport: "streamable-http",
    target_port: 4999,
  });
  const waiting = await until(daemon, name, (workload) => /port 4999/.test(workload?.status_context ?? ""));
  expect(waiting?.status).toBe("starting");
  await call(daemon, "DELETE", `/api/v1beta/workloads/${name}`);
  await untilGone(daemon, name);
});
