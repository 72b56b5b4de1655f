import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { listen, openStand } from "./forward-setup.ts";

const body = `{"jsonrpc":"2.0","id":7,"method":"tools/list"}`;
const post = { method: "POST", body };

describe("an idle connection that the server closes in the moment it is used again", () => {
  test.each([
    ["a reset", (socket: Socket) => socket.resetAndDestroy()],
    ["an end", (socket: Socket) => socket.end()],
  ])("is replaced by a fresh one, once: %s", async (_, onMore) => {
    await using stand = await openFickle(onMore);
    expect(await stand.ask("/mcp", post)).toMatchObject({ status: 200, body: "{}" });
    expect(stand.seen.filter((bytes) => bytes.endsWith(body))).toHaveLength(3);
    expect(stand.notices).toEqual([]);
  });

  test("is not replaced when a byte of an answer came", async () => {
    await using stand = await openFickle((socket) => socket.end("HTTP/1.1 2"));
    expect(await stand.ask("/mcp", post)).toMatchObject({ status: 502 });
    expect(stand.seen).toHaveLength(2);
  });

  test("is not replaced when the body cannot be sent again", async () => {
    await using stand = await openFickle((socket, bytes) => bytes > 80_000 && socket.resetAndDestroy());
    const head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
    const client = stand.raw(`${head}${(100_000).toString(16)}\r\n${"x".repeat(100_000)}`);
    const [bytes] = await once(client, "data");
    expect(String(bytes)).toMatch(/^HTTP\/1\.1 502/);
    client.destroy();
  });
});

/** Answers the first request of a connection; what it does with bytes of a later one is the test's. */
async function openFickle(onMore: (socket: Socket, bytes: number) => void) {
  const seen: string[] = [];
  const server = createServer((socket) => {
    let more = 0;
    socket.on("error", () => undefined);
    socket.once("data", () => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
      socket.on("data", (bytes) => onMore(socket, (more += bytes.length)));
    });
    socket.on("data", (bytes) => seen.push(String(bytes)));
  });
  const stand = await openStand((_, res) => res.end());
  stand.forwarder.connect({ kind: "http", origin: await listen(server) });
  const close = async (): Promise<void> => {
    await stand[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  };
  await stand.ask("/mcp", post);
  return { ...stand, seen, [Symbol.asyncDispose]: close };
}
