import { once } from "node:events";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { fields, openStand, text } from "./forward-setup.ts";

describe("request", () => {
  test.each(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])(
    "%s passes with path and query as they came",
    async (method) => {
      await using stand = await openStand((req, res) => res.end(`${req.method} ${req.url}`));
      const { body } = await stand.ask("/any/%2e%2e/a//b;c?x=%20&y&session_id=1", { method });
      expect(body).toBe(`${method} /any/%2e%2e/a//b;c?x=%20&y&session_id=1`);
    },
  );

  test("HEAD passes with the length of what GET would give", async () => {
    await using stand = await openStand((req, res) =>
      res.writeHead(200, { "Content-Length": 5, "X-Method": req.method! }).end(),
    );
    expect(await stand.ask("/", { method: "HEAD" })).toMatchObject({
      status: 200,
      headers: { "content-length": "5", "x-method": "HEAD" },
      body: "",
    });
  });

  test("a target in absolute form is cut down to its path, whatever host it names", async () => {
    await using stand = await openStand((req, res) => res.end(`${req.headers.host} ${req.url}`));
    const socket = stand.raw(
      "GET http://evil.example/mcp?a=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    );
    expect(await text(socket)).toContain(`${new URL(stand.upstreamOrigin).host} /mcp?a=1`);
  });

  test("headers arrive in the spelling and order in which they were sent", async () => {
    await using stand = await openStand((req, res) => res.end(JSON.stringify(req.rawHeaders)));
    const sent = fields(`
      accept: application/json, text/event-stream
      Mcp-Session-Id: s 1
      MCP-Protocol-Version: 2026-07-28
      Mcp-Method: tools/call
      mcp-name: =?base64?d8OkaHJ1bmc=?=
      Mcp-Param-Amount: 42.0
      Last-Event-ID: e_1
      traceparent: 00-1-2-01
      Cookie: a=1; b=2
      X-Many: 1
      x-many: 2
      X-Latin: \u00e9
      Content-Length: 0
    `);
    const { body } = await stand.ask("/mcp", { method: "POST", headers: ["Host", "localhost", ...sent] });
    const { host } = new URL(stand.upstreamOrigin);
    expect(JSON.parse(body)).toEqual(["Host", host, ...sent, "Connection", "keep-alive"]);
  });

  test("hop-by-hop headers, those that Connection names, and what is meant for the proxy stay behind", async () => {
    await using stand = await openStand((req, res) => res.end(Object.keys(req.headers).join()));
    const socket = stand.raw(
      `GET /mcp HTTP/1.1
      Host: localhost:1
      Connection: close, X-Mine,content-length
      X-Mine: 1
      Keep-Alive: timeout=5
      Proxy-Authorization: Basic x
      Proxy-Connection: keep-alive
      TE: trailers
      Trailer: X-Sum
      Upgrade: websocket
      Origin: http://localhost:6274
      Authorization: Bearer for-the-proxy
      Forwarded: for=1.2.3.4
      X-Forwarded-Proto: https
      X-Kept: 1

      `.replaceAll(/\n */g, "\r\n"),
    );
    expect(await text(socket)).toMatch(/\r\nhost,x-kept,connection$/);
  });

  test("Connection cannot take the length of a body away", async () => {
    await using stand = await openStand(async (req, res) =>
      res.end(`${req.headers["content-length"]} ${await text(req)}`),
    );
    const headers = { Connection: "content-length", "Content-Length": "2" };
    expect((await stand.ask("/", { method: "POST", headers, body: "{}" })).body).toBe("2 {}");
  });

  test.each([
    ["POST", { "Content-Length": "2" }, "{}", "2/undefined/{}"],
    ["POST", { "Transfer-Encoding": "chunked" }, "{}", "undefined/chunked/{}"],
    ["DELETE", { "Transfer-Encoding": "chunked" }, "{}", "undefined/chunked/{}"],
    ["GET", { "Content-Length": "2" }, "{}", "2/undefined/{}"],
    ["DELETE", {}, undefined, "undefined/undefined/"],
  ])("a body keeps its framing: %s %o", async (method, headers, body, seen) => {
    await using stand = await openStand(async (req, res) => {
      const { "content-length": length, "transfer-encoding": coding } = req.headers;
      res.end(`${length}/${coding}/${await text(req)}`);
    });
    expect((await stand.ask("/", { method, headers, ...(body && { body }) })).body).toBe(seen);
  });

  test("a POST that says nothing about a body has none", async () => {
    await using stand = await openStand(async (req, res) =>
      res.end(`${req.headers["content-length"]}/${await text(req)}`),
    );
    const socket = stand.raw("POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    expect(await text(socket)).toMatch(/\r\n0\/$/);
  });

  test("a client that waits for leave to send its body gets it", async () => {
    await using stand = await openStand(async (req, res) => res.end(`${req.headers.expect} ${await text(req)}`));
    const socket = stand.raw(
      "POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n",
    );
    await once(socket, "readable");
    expect(String(socket.read())).toContain("100 Continue");
    socket.write("{}");
    expect(await text(socket)).toContain("undefined {}");
  });
});

describe("answer", () => {
  test("status, reason, headers and body pass, hop-by-hop headers do not", async () => {
    const kept = fields(`
      WWW-Authenticate: Bearer
      Mcp-Session-Id: s1
      Set-Cookie: a=1
      set-cookie: b=2
      X-Latin: \u00e9
      Content-Length: 2
    `);
    const hops = fields(`
      Connection: X-Mine, keep-alive
      X-Mine: 1
      Keep-Alive: timeout=5
      Proxy-Authenticate: Basic
    `);
    await using stand = await openStand((_, res) => {
      res.sendDate = false;
      res.writeHead(418, "Short and stout", [...hops, ...kept]).end(Buffer.from("{}"));
    });
    const answer = await stand.open("/mcp");
    expect(answer.statusMessage).toBe("Short and stout");
    expect(answer.rawHeaders.slice(0, kept.length)).toEqual(kept);
    expect(answer.headers).not.toHaveProperty("x-mine");
    expect(answer.headers).not.toHaveProperty("proxy-authenticate");
    expect(await text(answer)).toBe("{}");
  });

  test.each([202, 204, 304, 400, 401, 404, 405, 406, 409, 429, 500, 503])("%i passes", async (status) => {
    await using stand = await openStand((_, res) => res.writeHead(status, { Allow: "POST" }).end());
    expect(await stand.ask("/mcp")).toMatchObject({ status, headers: { allow: "POST" }, body: "" });
  });

  test("a compressed body passes byte for byte", async () => {
    const zipped = gzipSync("{}");
    await using stand = await openStand((_, res) => res.writeHead(200, { "Content-Encoding": "gzip" }).end(zipped));
    const answer = await stand.open("/mcp", { headers: { "Accept-Encoding": "gzip" } });
    expect(Buffer.concat(await answer.toArray())).toEqual(zipped);
  });

  test("a body that ends with its connection ends cleanly", async () => {
    await using stand = await openStand((req) => void req.socket.end("HTTP/1.0 200 OK\r\n\r\nall of it"));
    expect((await stand.ask("/mcp")).body).toBe("all of it");
  });
});
