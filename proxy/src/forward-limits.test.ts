import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { listen, openStand, text } from "./forward-setup.ts";

describe("limits", () => {
  test("a declared length above 4 MiB is refused before the server hears of it, and the connection goes on", async () => {
    const asked: string[] = [];
    await using stand = await openStand((req, res) => {
      asked.push(req.url!);
      req.resume().on("end", () => res.end("{}"));
    });
    const answers = await text(stand.raw(upload("/refused", 5) + upload("/accepted", 4, "Connection: close\r\n")));
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 413", "HTTP/1.1 200"]);
    expect(answers).toContain(
      '{"jsonrpc":"2.0","error":{"code":-32600,"message":"request body exceeds 4194304 bytes"}}',
    );
    expect(asked).toEqual(["/accepted"]);
  });

  test("a body that grows above 4 MiB is refused, and the server's request breaks off", async () => {
    await using stand = await openStand((req) => req.resume());
    const asked = once(stand.upstream, "request");
    const answer = await stand.ask("/mcp", {
      method: "POST",
      headers: { "Transfer-Encoding": "chunked" },
      body: Buffer.alloc(5 * 1024 * 1024),
    });
    expect(answer.status).toBe(413);
    const [req] = await asked;
    if (!req.closed) await once(req, "close").catch(() => undefined);
    expect(req.complete).toBe(false);
  });

  test("no header that a client or server can send brings the proxy down", async () => {
    await using server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => socket.end("HTTP/1.1 200 \x80\xff\r\nX-Odd: a\x7fb\t\xff\r\n\r\n", "latin1"));
    });
    await using stand = await openStand((_, res) => res.end());
    stand.forwarder.connect({ kind: "http", origin: await listen(server) });
    for (const odd of ["\x7f", "\x80", "\x01", "\t", "\xff", ""]) {
      const socket = stand.raw(
        `POST /\xe4\xff?${odd} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Odd: a${odd}b\r\n\r\n`,
      );
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 (200|400|502)/);
    }
  });
});

describe("revisions without sessions", () => {
  test.each([
    ["DELETE", {}],
    ["GET", { Accept: "application/json, text/event-stream" }],
  ])("%s of one is answered 405 here", async (method, headers) => {
    await using stand = await openStand((_, res) => res.end());
    const answer = await stand.ask("/mcp", { method, headers: { ...headers, "MCP-Protocol-Version": "2026-07-28" } });
    expect(answer).toMatchObject({ status: 405, headers: { allow: "POST" } });
  });

  test.each([
    ["GET", { "MCP-Protocol-Version": "2026-07-28", Accept: "application/json" }],
    ["GET", { "MCP-Protocol-Version": "2025-11-25", Accept: "text/event-stream" }],
    ["DELETE", { "MCP-Protocol-Version": "nonsense" }],
  ])("other requests reach the server: %s %o", async (method, headers) => {
    await using stand = await openStand((_, res) => res.end());
    expect((await stand.ask("/.well-known/oauth-protected-resource", { method, headers })).status).toBe(200);
  });
});

function upload(path: string, mebibytes: number, more = ""): string {
  const body = "x".repeat(mebibytes * 1024 * 1024);
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`;
}
