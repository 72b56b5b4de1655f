import type { ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { call, JSON_TYPE, openFiltered, post } from "./tools-http-setup.ts";

const LIST = `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"kept"},{"name":"old"},{"name":"hidden"}],"nextCursor":"c"}}`;
const SHOWN = `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"kept"},{"name":"new"}],"nextCursor":"c"}}`;

describe("TF-03 the list of an HTTP server is filtered", () => {
  const list = post(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`);

  test.each([
    ["as JSON", "application/json", LIST, SHOWN],
    ["as JSON in pieces", "application/json; charset=utf-8", LIST, SHOWN],
    ["as a batch", "application/json", `[${LIST}]`, `[${SHOWN}]`],
    ["as an event", "text/event-stream", `: hi\n\nid: 1\ndata: ${LIST}\n\n`, `: hi\n\nid: 1\ndata: ${SHOWN}\n\n`],
    [
      "as an event over lines",
      "text/event-stream;x",
      `data: ${LIST.replaceAll(",", ",\r\ndata:")}\r\n\r\n`,
      `data: ${SHOWN}\r\n\r\n`,
    ],
    ["as text without a type", "", LIST, SHOWN],
    ["as something else", "text/plain", LIST, SHOWN],
  ])("%s", async (_, type, sent, expected) => {
    await using stand = await openFiltered(async (_req, res) => {
      if (type !== "") res.setHeader("Content-Type", type);
      for (const byte of Buffer.from(sent)) res.write(Buffer.of(byte));
      res.end();
    });
    const { status, body } = await stand.ask("/mcp", list);
    expect([status, body.replaceAll(/, (?=")/g, ",")]).toEqual([200, expected]);
  });

  test("wherever it comes from: a list on the stream of another request, or of none", async () => {
    await using stand = await openFiltered((req, res) => {
      req.resume();
      res.writeHead(200, { "Content-Type": "text/event-stream" }).end(`data: ${LIST}\n\n`);
    });
    expect((await stand.ask("/mcp", post(call("kept")))).body).toBe(`data: ${SHOWN}\n\n`);
    const resumed = { headers: { Accept: "text/event-stream", "Last-Event-ID": "7" } };
    expect((await stand.ask("/mcp", resumed)).body).toBe(`data: ${SHOWN}\n\n`);
  });

  test.each([
    [
      "compressed",
      { "Content-Type": "application/json", "Content-Encoding": "gzip" },
      gzipSync(LIST),
      "it is compressed",
    ],
    [
      "compressed events",
      { "Content-Type": "text/event-stream", "Content-Encoding": "br" },
      gzipSync(LIST),
      "is compressed",
    ],
    ["no JSON", JSON_TYPE, Buffer.from(LIST.slice(1)), "it is not JSON"],
    ["in another charset", { "Content-Type": "text/plain" }, Buffer.from(LIST, "utf16le"), "it is not JSON"],
  ])("and is not shown when it cannot be read: %s", async (_, headers, sent, reason) => {
    await using stand = await openFiltered((req, res) => {
      req.resume();
      res.writeHead(200, headers).end(sent);
    });
    const { status, body } = await stand.ask("/mcp", list);
    expect([status, JSON.parse(body)]).toEqual([
      502,
      { jsonrpc: "2.0", id: 1, error: { code: -32_603, message: expect.stringContaining(reason) } },
    ]);
  });

  test("and an event that cannot be read is left out", async () => {
    const events = `id: 1\ndata: ${LIST.slice(1)}\n\ndata: \n\nevent: ping\ndata: now\n\ndata: ${LIST}\n\n`;
    await using stand = await openFiltered((req, res) => {
      req.resume();
      res.writeHead(200, { "Content-Type": "text/event-stream" }).end(events);
    });
    expect((await stand.ask("/mcp", list)).body).toBe(`id: 1\n\ndata: \n\n\ndata: ${SHOWN}\n\n`);
    expect(stand.notices).toMatchObject([
      { level: "warn", text: "an event of the server that is not JSON was left out" },
    ]);
  });

  test("while other answers stay as they are", async () => {
    const answers: Record<string, (res: ServerResponse) => unknown> = {
      "/accepted": (res) => res.writeHead(202).end("Accepted"),
      "/empty": (res) => res.writeHead(202, JSON_TYPE).end(),
      "/page": (res) => res.writeHead(404, { "Content-Type": "text/html", ETag: '"1"' }).end("<html>ü</html>"),
      "/error": (res) => res.writeHead(400, JSON_TYPE).end('{"error" : "é",\n"id":1.0}'),
      "/none": (res) => res.writeHead(204).end(),
    };
    await using stand = await openFiltered((req, res) => {
      req.resume();
      answers[req.url!]!(res);
    });
    for (const [path, status, body] of [
      ["/accepted", 202, "Accepted"],
      ["/empty", 202, ""],
      ["/page", 404, "<html>ü</html>"],
      ["/error", 400, '{"error" : "é",\n"id":1.0}'],
      ["/none", 204, ""],
    ]) {
      expect(await stand.ask(String(path), list)).toMatchObject({ status, body });
    }
    expect((await stand.ask("/page", list)).headers["etag"]).toBe('"1"');
    expect(await stand.ask("/page", { method: "HEAD" })).toMatchObject({ status: 404, body: "" });
  });

  test("and one longer than may be held is refused, as is one that breaks off", async () => {
    await using stand = await openFiltered((req, res) => {
      req.resume();
      res.writeHead(200, JSON_TYPE);
      if (req.url === "/cut") return void res.write("{", () => res.destroy());
      const chunk = Buffer.alloc(1024 * 1024, 0x20);
      for (let count = 0; count < 11; count += 1) res.write(chunk);
      return res.end("{}");
    });
    expect(await stand.ask("/long", list)).toMatchObject({ status: 502, body: expect.stringContaining("exceeds") });
    expect(await stand.ask("/cut", list)).toMatchObject({ status: 502, body: expect.stringContaining("broke off") });
  });
});

test("TF-09 without a policy bodies pass unread, also those that nobody could read", async () => {
  await using stand = await openFiltered(async (req, res) => {
    const sent = await buffer(req);
    res.writeHead(200, { "Content-Type": "application/json", "Content-Encoding": "x-none" }).end(sent);
  });
  stand.forwarder.setTools(undefined);
  const body = `${"{".repeat(2000)}"tools/call" hidden`;
  const answer = await stand.ask("/mcp", post(body, { "Content-Type": "text/x-odd" }));
  expect(answer).toMatchObject({ status: 200, body });
});
