import type { Client } from "@modelcontextprotocol/client";
import { FIXTURES } from "@toolhaven/fixtures/images";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, create, untilGone, untilStatus } from "./api.ts";
import { callText, connect, withOneRetry } from "./client.ts";
import { type Daemon, startDaemon } from "./daemon.ts";

let daemon: Daemon;
beforeAll(async () => {
  daemon = await startDaemon();
});
afterAll(async () => {
  await daemon[Symbol.asyncDispose]();
});

async function withHostile(behaviour: string, use: (client: Client) => Promise<void>): Promise<void> {
  const name = `hostile-${behaviour}`;
  await create(daemon, { name, image: FIXTURES.hostile, cmd_arguments: [behaviour] });
  const { url } = (await untilStatus(daemon, name, "running"))!;
  await using client = await connect(url, "streamable-http");
  await use(client);
  await call(daemon, "DELETE", `/api/v1beta/workloads/${name}`);
  await untilGone(daemon, name);
}

test("PX-06 a line of 200 MB fails the call it answers, and the next call works", async () => {
  await withHostile("huge-line", async (client) => {
    await expect(client.callTool({ name: "huge", arguments: {} })).rejects.toThrow(/line|large|long/i);
    expect(await callText(client, "echo", { message: "still here" })).toContain("still here");
  });
});

test("lines that are no messages disturb nobody", async () => {
  await withHostile("garbage", async (client) => {
    for (const message of ["one", "two"]) expect(await callText(client, "echo", { message })).toContain(message);
  });
});

test("PX-07 a server that dies during a call fails that call at once, and the session goes on with the next process", async () => {
  await withHostile("crash-on-call", async (client) => {
    await expect(client.callTool({ name: "crash", arguments: {} })).rejects.toThrow(/exited|not available/);
    expect(await withOneRetry(() => callText(client, "echo", { message: "again" }))).toContain("again");
  });
});

test("WL-12 a server that eats memory is ended at its limit and comes back", async () => {
  await withHostile("memory", async (client) => {
    await expect(client.callTool({ name: "eat", arguments: {} })).rejects.toThrow(/exited|not available/);
    expect(await withOneRetry(() => callText(client, "echo", { message: "fed" }))).toContain("fed");
  });
});

test("a server that ignores the request to stop is ended all the same", async () => {
  const name = "stubborn";
  await create(daemon, { name, image: FIXTURES.hostile, cmd_arguments: ["stubborn"] });
  await untilStatus(daemon, name, "running");
  await call(daemon, "DELETE", `/api/v1beta/workloads/${name}`);
  await untilGone(daemon, name);
});
