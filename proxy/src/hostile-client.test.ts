import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { start, until } from "./bridge-setup.ts";
import { ask, callTool, initializeBody, openClient, parse } from "./http-setup.ts";

const MIB = 1024 * 1024;

describe("PX-06 a client's", () => {
  test.each([
    ["declared", { "Content-Length": String(5 * MIB) }],
    ["undeclared", { "Transfer-Encoding": "chunked" }],
  ])("request of 5 MiB, %s, is answered 413", async (_, headers) => {
    const { proxy } = await start();
    const answer = await ask(proxy.url, { headers, body: Buffer.alloc(5 * MIB, 0x20) });
    expect(answer.status).toBe(413);
    expect(parse(answer.text)).toMatchObject({ error: { code: -32600 } });
  });

  test("message that is none is answered 400", async () => {
    const { proxy, server } = await start();
    const { headers } = await openClient(proxy.url);
    const { length } = server.written();
    for (const [body, code] of [
      ['{"jsonrpc":"2.0","id":1,"method":"tools/call","par', -32700],
      ["", -32700],
      ['"text"', -32600],
      ['{"jsonrpc":"2.0","id":1,"method":"a","ID":2}', -32600],
    ] as const) {
      const answer = await ask(proxy.url, { headers, body });
      expect(answer.status).toBe(400);
      expect(parse(answer.text)).toMatchObject({ error: { code } });
    }
    expect(server.written()).toHaveLength(length);
  });

  test("form post, which any web page can make, is answered 415", async () => {
    const { proxy } = await start();
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/json-patch+json"]) {
      expect((await ask(proxy.url, { headers: { "Content-Type": type }, body: initializeBody() })).status).toBe(415);
    }
    const charset = { "Content-Type": "Application/JSON; charset=utf-8" };
    expect((await ask(proxy.url, { headers: charset, body: initializeBody() })).status).toBe(200);
  });

  test.each([
    [{ Host: "evil.example" }, 403],
    [{ Host: "evil.example:80" }, 403],
    [{ Host: "127.0.0.1.evil.example" }, 403],
    [{ Host: "localhost:1234" }, 200],
    [{ Host: "[::1]" }, 200],
    [{ Origin: "http://evil.example" }, 403],
    [{ Origin: "null" }, 403],
    [{ Origin: "https://localhost.evil.example" }, 403],
    [{ Origin: "http://localhost@evil.example" }, 403],
    [{ Origin: "" }, 403],
    [{ Origin: "http://localhost:3000" }, 200],
    [{ Origin: "https://[::1]:3000" }, 200],
  ])("PX-08 headers %o are answered %d", async (headers, status) => {
    const { proxy, server } = await start();
    const answer = await ask(proxy.url, { headers, body: initializeBody() });
    expect(answer.status).toBe(status);
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    if (status === 200) return;
    expect(parse(answer.text)).toMatchObject({ error: { code: -32000 } });
    expect(parse(answer.text)).not.toHaveProperty("id");
    expect(server.written()).toBe("");
    expect((await ask(proxy.url.replace("/mcp", "/health"), { method: "GET", headers })).status).toBe(403);
  });

  test("headers beyond 16 KiB are answered 431", async () => {
    const { proxy } = await start();
    expect((await ask(proxy.url, { headers: { "X-Long": "x".repeat(17 * 1024) }, body: "{}" })).status).toBe(431);
  });

  test("upload that trickles is ended, others are served meanwhile", async () => {
    const { proxy } = await start([], { limits: { uploadMs: 1000 } });
    const client = await openClient(proxy.url);
    const sockets = Array.from({ length: 20 }, () => connect(proxy.port, "127.0.0.1"));
    const ended = sockets.map((socket) => once(socket.resume(), "close"));
    for (const socket of sockets) {
      socket.on("error", () => undefined);
      socket.write(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
      );
    }
    expect(await client.call("echo", { message: "m" })).toBe("m");
    await Promise.all(ended);
  });

  test("connection that is kept longer than an upload may take is not cut", async () => {
    const { proxy } = await start([], { limits: { uploadMs: 300 } });
    const socket = connect(proxy.port, "127.0.0.1");
    const question = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let answers = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => (answers += chunk));
    socket.write(question);
    await until(() => answers.includes("healthy"));
    await new Promise((resolve) => setTimeout(resolve, 1200));
    socket.write(question);
    await until(() => answers.match(/200 OK/g)?.length === 2);
    socket.destroy();
  });

  test("body that never ends is not waited for by others, nor by closing", async () => {
    const { proxy } = await start();
    const half = request(proxy.url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Content-Length": 9 },
    });
    half.on("error", () => undefined);
    half.write("{");
    await once(half, "socket");
    expect(await (await openClient(proxy.url)).call("echo", { message: "m" })).toBe("m");
    half.destroy();
  });

  test("damaged messages never reach the server as anything but whole messages with ids of the proxy's own", async () => {
    const { proxy, server } = await start();
    const client = await openClient(proxy.url);
    const whole = callTool(1, "echo", { message: "é\n", list: [1, { a: null }] }, { progressToken: "t" });
    const damaged = fc
      .array(
        fc.tuple(fc.nat(whole.length), fc.nat(3), fc.constantFrom("", '"', "{", "}", ",", "\n", '"id":7', "\\", "[")),
        {
          minLength: 1,
          maxLength: 3,
        },
      )
      .map((changes) =>
        changes.reduce((text, [at, without, put]) => text.slice(0, at) + put + text.slice(at + without), whole),
      );
    await fc.assert(
      fc.asyncProperty(damaged, async (body) => {
        const { status, text } = await client.send(body, { Accept: "application/json" });
        expect([200, 202, 400]).toContain(status);
        expect(parse(text || `{"jsonrpc":"2.0"}`)).toMatchObject({ jsonrpc: "2.0" });
      }),
      { numRuns: 300 },
    );
    expect(await client.call("echo", { message: "m" })).toBe("m");
    const ids = server
      .written()
      .trim()
      .split("\n")
      .flatMap((line) => parse(line)["id"] ?? []);
    expect(ids.every((id) => typeof id === "number" && id > 1e15)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
