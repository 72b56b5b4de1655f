import { chmod, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { FIXTURES } from "@toolhaven/fixtures/images";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, create, untilGone, untilStatus } from "./api.ts";
import { callText, connect, type Mode } from "./client.ts";
import { type Daemon, startDaemon } from "./daemon.ts";

const MODES: readonly Mode[] = ["streamable-http", "sse"];

let daemon: Daemon;
beforeAll(async () => {
  daemon = await startDaemon();
});
afterAll(async () => {
  await daemon[Symbol.asyncDispose]();
});

/** Runs one server for one test and takes it away again. */
async function withServer(
  request: Readonly<Record<string, unknown>> & { proxy_mode: Mode },
  use: (client: Client, url: string) => Promise<void>,
): Promise<void> {
  const { name } = await create(daemon, request);
  try {
    const workload = await untilStatus(daemon, name, "running");
    await using client = await connect(workload!.url, request.proxy_mode);
    await use(client, workload!.url);
  } finally {
    await call(daemon, "DELETE", `/api/v1beta/workloads/${name}`);
    await untilGone(daemon, name);
  }
}

describe.each(MODES)("WL-01 real servers behind %s", (proxy_mode) => {
  test("everything: echo and sums come back", async () => {
    await withServer({ image: FIXTURES.everything, proxy_mode }, async (client) => {
      expect(await callText(client, "echo", { message: "grüße 👋🏽" })).toContain("grüße 👋🏽");
      expect(await callText(client, "get-sum", { a: 20, b: 22 })).toContain("42");
    });
  });

  test("filesystem: a file of the host's folder is read, and nothing outside it", async () => {
    const folder = await mkdtemp(join(tmpdir(), "thv-projects-"));
    // The server runs as a user of its own in the container.
    await chmod(folder, 0o755);
    await writeFile(join(folder, "note.txt"), "kept on the host");
    await withServer(
      { image: FIXTURES.filesystem, proxy_mode, volumes: [`${folder}:/projects:ro`] },
      async (client) => {
        expect(await callText(client, "read_text_file", { path: "/projects/note.txt" })).toBe("kept on the host");
        await expect(callText(client, "read_text_file", { path: "/etc/passwd" })).rejects.toThrow(/denied|outside/i);
        await expect(callText(client, "write_file", { path: "/projects/new.txt", content: "x" })).rejects.toThrow(
          /read-only|EROFS/i,
        );
      },
    );
  });

  test("memory: what one client stores another one finds", async () => {
    await withServer({ image: FIXTURES.memory, proxy_mode }, async (client) => {
      const entities = [{ name: "Ada", entityType: "person", observations: ["wrote the first program"] }];
      await callText(client, "create_entities", { entities });
      expect(await callText(client, "search_nodes", { query: "Ada" })).toContain("first program");
    });
  });

  test("sequential thinking: a thought is taken and numbered", async () => {
    await withServer({ image: FIXTURES.sequentialThinking, proxy_mode }, async (client) => {
      const thought = { thought: "first", nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 };
      expect(await callText(client, "sequentialthinking", thought)).toContain('"thoughtNumber": 1');
    });
  });

  test("PX-01 eight clients with the same ids, 500 calls each: every answer reaches its own call", async () => {
    await withServer({ image: FIXTURES.everything, proxy_mode }, async (_, url) => {
      const clients = await Promise.all(Array.from({ length: 8 }, () => connect(url, proxy_mode)));
      const wrong = await Promise.all(clients.map((client, index) => countWrong(client, index)));
      await Promise.all(clients.map((client) => client.close()));
      expect(wrong).toEqual(clients.map(() => 0));
    });
  });
});

/** Every client numbers its requests from zero, so all ids collide; the nonce tells whose answer came. */
async function countWrong(client: Client, index: number): Promise<number> {
  const calls = Array.from({ length: 500 }, async (_, n) => {
    const message = `client ${index} call ${n}`;
    return (await callText(client, "echo", { message })) === `Echo: ${message}`;
  });
  return (await Promise.all(calls)).filter((isRight) => !isRight).length;
}
