import { text as readText } from "node:stream/consumers";
import type { IncomingMessage } from "node:http";
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AskOptions, openStand, type Stand, text } from "./forward-setup.ts";
import { call, type Handler, openFiltered, post, VIEW } from "./tools-http-setup.ts";

/** A server that notes what reaches it. */
async function openNoting() {
  const seen: Array<{ req: IncomingMessage; body: string }> = [];
  const stand = await openFiltered(async (req, res) => {
    seen.push({ req, body: await readText(req) });
    res.setHeader("Content-Type", "application/json").end("{}");
  });
  return Object.assign(stand, { seen });
}

describe("TF-05 a call of a hidden tool never reaches an HTTP server", () => {
  test.each<[string, AskOptions]>([
    ["plainly", post(call("hidden"))],
    ["by the name it was born with", post(call("old"))],
    ["with any method", { ...post(call("hidden")), method: "PUT" }],
    ["with a body where none is expected", { ...post(call("hidden")), method: "GET" }],
    ["in chunks", post(call("hidden"), { "Transfer-Encoding": "chunked" })],
    ["in a batch", post(`[${call("kept", 1)},${call("hidden", 2)}]`)],
    ["in a batch in a batch", post(`[[${call("hidden")}]]`)],
    ["as a notification", post(call("hidden").replace('"id":1,', ""))],
    ["after a byte order mark", post(`\ufeff${call("hidden")}`)],
    ["compressed", post(gzipSync(call("hidden")), { "Content-Encoding": "gzip" })],
    ["as another type", post(call("hidden"), { "Content-Type": "text/plain" })],
    ["as a form", post(`message=${call("hidden")}`, { "Content-Type": "application/x-www-form-urlencoded" })],
    ["without a type", { method: "POST", body: call("hidden") }],
    [
      "in another charset",
      post(Buffer.from(call("hidden"), "utf16le"), { "Content-Type": "application/json; charset=utf-16le" }),
    ],
    [
      "in a charset of switches",
      post(call("+AGgAaQBkAGQAZQBu-"), { "Content-Type": 'application/json; charset="UTF-7"' }),
    ],
    [
      "in bytes that are no text",
      post(Buffer.concat([Buffer.from(call("kept").slice(0, -2)), Buffer.of(0xc3, 0x28, 0x7d, 0x7d)])),
    ],
    ["after the message that counts", post(`${call("kept")}\n${call("hidden")}`)],
    ["with a header for another method", post(call("hidden"), { "Mcp-Method": "ping" })],
  ])("%s", async (_, options) => {
    await using stand = await openNoting();
    for (const path of ["/mcp", "/", "/elsewhere?x=1"]) {
      const answer = await stand.ask(path, options);
      expect([200, 400, 415]).toContain(answer.status);
      expect(JSON.parse(answer.body)).toMatchObject({ jsonrpc: "2.0", error: { message: expect.any(String) } });
    }
    expect(stand.seen).toEqual([]);
  });

  test("nor does a header that names it beside a message that does not", async () => {
    await using stand = await openNoting();
    for (const headers of [
      { "Mcp-Name": "hidden" },
      { "Mcp-Name": ["kept", "hidden"] },
      { "Mcp-Name": "=?base64?aGlkZGVu?=" },
      { "Mcp-Name": "=?base64?a2VwdA?=" },
      { "Mcp-Method": ["tools/call", "tools/call"] },
      { "Mcp-Method": "Tools/Call" },
    ]) {
      const { status, body } = await stand.ask("/mcp", post(call("kept", "é"), headers));
      expect([status, JSON.parse(body)]).toMatchObject([400, { id: "é", error: { code: -32_020 } }]);
    }
    for (const body of [
      `{"jsonrpc":"2.0","id":1,"method":"ping"}`,
      `{"jsonrpc":"2.0","id":1,"result":{}}`,
      `[${call("kept")}]`,
    ]) {
      const { status } = await stand.ask("/mcp", post(body, { "Mcp-Method": "tools/call", "Mcp-Name": "hidden" }));
      expect(status).toBe(400);
    }
    expect(stand.seen).toEqual([]);
  });

  test("whatever a client makes of messages, types and headers", async () => {
    await using stand = await openNoting();
    const name = fc.constantFrom("kept", "new", "old", "hidden");
    const request = fc.record(
      {
        type: fc.constantFrom(
          "application/json",
          "application/json;charset=UTF-8",
          "application/json; charset=x",
          "text/json",
        ),
        coding: fc.constantFrom("identity", "gzip"),
        method: fc.constantFrom("POST", "PUT", "DELETE", "PATCH"),
        header: name,
        called: name,
        more: fc.option(name),
        isChunked: fc.boolean(),
      },
      { requiredKeys: ["called", "type", "method", "isChunked"] },
    );
    await fc.assert(
      fc.asyncProperty(request, async ({ type, coding, method, header, called, more, isChunked }) => {
        const body = more === undefined || more === null ? call(called) : `[${call(called)},${call(more, 2)}]`;
        const headers = {
          "Content-Type": type,
          ...(coding !== undefined && { "Content-Encoding": coding }),
          ...(header !== undefined && { "Mcp-Name": header }),
          ...(isChunked && { "Transfer-Encoding": "chunked" }),
        };
        await stand.ask("/mcp", { ...post(body, headers), method });
        for (const { req, body: sent } of stand.seen.splice(0)) {
          expect(sent).not.toMatch(/hidden|new/);
          expect(req.headers["mcp-name"] ?? "").not.toMatch(/hidden|new/);
          expect([called, more ?? "kept"].every((one) => one === "kept" || one === "new")).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe("TF-04 a call that is on offer", () => {
  test("reaches the server under its own name, in body and header, and framed anew", async () => {
    await using stand = await openNoting();
    const headers = {
      "Mcp-Method": "tools/call",
      "Mcp-Name": "=?base64?bmV3?=",
      "Accept-Encoding": "gzip",
      Range: "bytes=1-",
    };
    await stand.ask("/mcp?a=1", post(call("new"), { ...headers, "Transfer-Encoding": "chunked", "X-Other": "1" }));
    const [{ req, body }] = stand.seen as [(typeof stand.seen)[0]];
    expect(body).toBe(call("old"));
    expect(req).toMatchObject({
      method: "POST",
      url: "/mcp?a=1",
      headers: {
        "content-length": String(body.length),
        "content-type": "application/json",
        "accept-encoding": "identity",
        "mcp-name": "old",
        "mcp-method": "tools/call",
        "x-other": "1",
      },
    });
    expect(req.headers).not.toHaveProperty("range");
    expect(req.headers).not.toHaveProperty("transfer-encoding");
  });

  test("passes in a batch too, which goes as a whole or not at all", async () => {
    await using stand = await openNoting();
    await stand.ask("/mcp", post(` [ ${call("kept", 1)} , ${call("new", 2)} ] `));
    expect(stand.seen.map(({ body }) => body)).toEqual([`[${call("kept", 1)},${call("old", 2)}]`]);
    const { status, body } = await stand.ask("/mcp", post(`[${call("kept")},${call("no")}]`));
    expect([status, body]).toEqual([400, expect.stringContaining('the batch was not sent: unknown tool \\"no\\"')]);
  });

  test("is refused to its caller alone, with status 200 and its id as it was written", async () => {
    await using stand = await openNoting();
    const { status, body } = await stand.ask("/mcp", post(call("hidden").replace('"id":1', '"id":9007199254740993')));
    expect(status).toBe(200);
    expect(body).toBe(
      '{"jsonrpc":"2.0","id":9007199254740993,"error":{"code":-32602,"message":"unknown tool \\"hidden\\""}}',
    );
  });
});

describe("TF-02 over HTTP+SSE a call of a hidden tool", () => {
  let lastSession = 0;
  const sse: Handler = (req, res) => {
    req.resume();
    if (req.method !== "GET") return res.writeHead(202).end();
    lastSession += 1;
    return res
      .writeHead(200, { "Content-Type": "text/event-stream" })
      .write(`event: endpoint\ndata: /m?id=${lastSession}\n\n`);
  };

  async function openSession(stand: Stand) {
    const stream = await stand.open("/sse", { headers: { Accept: "text/event-stream" } });
    const read = stream[Symbol.asyncIterator]();
    const next = async (): Promise<string> => String(((await read.next()) as { value: Buffer }).value);
    return { endpoint: /data: (.*)\n/.exec(await next())![1]!, next, stream };
  }

  test("is answered on the stream of whoever made it, and on no other", async () => {
    await using stand = await openFiltered(sse, "sse");
    const one = await openSession(stand);
    const other = await openSession(stand);
    expect(await stand.ask(other.endpoint, post(call("hidden", "a")))).toMatchObject({ status: 202, body: "" });
    expect(await stand.ask(one.endpoint, post(call("old", "b")))).toMatchObject({ status: 202, body: "" });
    const message = (id: string, name: string): string =>
      `event: message\ndata: {"jsonrpc":"2.0","id":"${id}","error":{"code":-32602,"message":"unknown tool \\"${name}\\""}}\n\n`;
    expect(await other.next()).toBe(message("a", "hidden"));
    expect(await one.next()).toBe(message("b", "old"));
    for (const { stream } of [one, other]) stream.destroy();
  });

  test("is an error where there is no such stream", async () => {
    await using stand = await openFiltered(sse, "sse");
    expect(await stand.ask("/m?id=0", post(call("hidden")))).toMatchObject({
      status: 400,
      body: expect.stringContaining("unknown tool"),
    });
  });
});

test("TF-07 a compressed event stream that cannot be looked into ends when tools are chosen", async () => {
  await using stand = await openStand((_, res) => {
    res.writeHead(200, { "Content-Type": "text/event-stream", "Content-Encoding": "gzip" }).write(gzipSync(": hi\n\n"));
  });
  const stream = await stand.open("/mcp", { headers: { Accept: "text/event-stream" } });
  const ended = text(stream);
  stand.forwarder.setTools(VIEW);
  await expect(ended).rejects.toThrow("aborted");
});
