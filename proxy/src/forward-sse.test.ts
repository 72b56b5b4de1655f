import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { openStand, type Stand, text } from "./forward-setup.ts";

/** A server of the older transport; `write` is its stream's pen. */
async function openSse(headers: Record<string, string> = {}): Promise<{ stand: Stand; write: (text: string) => void }> {
  let stream: ServerResponse;
  const stand = await openStand((req, res) => {
    if (req.url === "/old") return res.writeHead(307, { Location: "/deep/sse", "Content-Length": 0 }).end();
    if (req.method === "POST") return res.writeHead(202, { "X-Path": req.url! }).end("Accepted");
    stream = res.writeHead(200, { "Content-Type": "text/event-stream; charset=utf-8", ...headers });
    return stream.flushHeaders();
  }, "sse");
  return { stand, write: (events) => void stream.write(events) };
}

const accept = { Accept: "text/event-stream", "Accept-Encoding": "gzip" };

test("an absolute endpoint leads clients to the proxy, and everything after passes byte for byte", async () => {
  const { stand, write } = await openSse();
  await using _ = stand;
  const stream = await stand.open("/sse", { headers: accept });
  write(": hello\r\n\r\nevent: endp");
  expect(String((await once(stream, "data"))[0])).toBe(": hello\r\n\r\n");
  write(`oint\r\ndata: ${stand.upstreamOrigin}/messages/?session_id=7c\r\n\r\n: ka\n\nda`);
  expect(String((await once(stream, "data"))[0])).toBe(
    "event: endpoint\r\ndata: /messages/?session_id=7c\r\n\r\n: ka\n\nda",
  );
  write(`ta: ${stand.upstreamOrigin}/x\n\n`);
  expect(String((await once(stream, "data"))[0])).toBe(`ta: ${stand.upstreamOrigin}/x\n\n`);

  const { status, body, headers } = await stand.ask("/messages/?session_id=7c", { method: "POST", body: "{}" });
  expect([status, body, headers["x-path"]]).toEqual([202, "Accepted", "/messages/?session_id=7c"]);
  stream.destroy();
});

test("a server that calls itself localhost at its own port is not foreign", async () => {
  const { stand, write } = await openSse();
  await using _ = stand;
  const stream = await stand.open("/sse");
  write(`event: endpoint\ndata: http://localhost:${new URL(stand.upstreamOrigin).port}/messages\n\n`);
  expect(String((await once(stream, "data"))[0])).toBe("event: endpoint\ndata: /messages\n\n");
  stream.destroy();
});

test("a relative endpoint stays as it is, unless a redirect that the client did not see gave it another meaning", async () => {
  const { stand, write } = await openSse();
  await using _ = stand;
  for (const [path, seen] of [
    ["/sse", "messages?id=1"],
    ["/old", "/deep/messages?id=1"],
  ] as const) {
    const stream = await stand.open(path);
    write("event: endpoint\ndata: messages?id=1\n\n");
    expect(String((await once(stream, "data"))[0])).toBe(`event: endpoint\ndata: ${seen}\n\n`);
    stream.destroy();
  }
});

test.each(["http://evil.example/messages", "//evil.example/m", "http://127.0.0.1:1/m", "https://localhost/m"])(
  "the foreign endpoint %s ends the stream without being passed on",
  async (endpoint) => {
    const { stand, write } = await openSse();
    await using _ = stand;
    const stream = await stand.open("/sse");
    const seen: string[] = [];
    stream.on("data", (chunk) => seen.push(String(chunk)));
    const broken = once(stream, "error").catch((error: unknown) => error);
    write(`: hello\n\nevent: endpoint\ndata: ${endpoint}\n\ndata: more\n\n`);
    expect(await broken).toMatchObject([{ code: "ECONNRESET" }]);
    expect(seen.join("")).not.toContain("endpoint");
    expect(stand.notices).toMatchObject([{ level: "warn", text: expect.stringContaining("names another host") }]);
    expect(JSON.stringify(stand.notices)).not.toContain(endpoint);
  },
);

test("a server is not asked to compress the stream, and one that does so is refused", async () => {
  const { stand } = await openSse({ "Content-Encoding": "gzip" });
  await using _ = stand;
  const asked = once(stand.upstream, "request");
  expect(await stand.ask("/sse", { headers: accept })).toMatchObject({ status: 502 });
  expect((await asked)[0].headers).not.toHaveProperty("accept-encoding");
});

test("a stream whose length was declared may change it", async () => {
  await using stand = await openStand((_, res) => {
    const event = `event: endpoint\ndata: ${stand.upstreamOrigin}/m\n\n`;
    res.writeHead(200, { "Content-Type": "text/event-stream", "Content-Length": event.length }).end(event);
  }, "sse");
  expect((await stand.ask("/sse")).body).toBe("event: endpoint\ndata: /m\n\n");
});

test("open streams are the sessions", async () => {
  const { stand } = await openSse();
  await using _ = stand;
  const asked = once(stand.upstream, "request");
  const first = await stand.open("/sse");
  const [, serverSide] = await asked;
  const second = await stand.open("/sse");
  await stand.ask("/messages?session_id=1", { method: "POST", headers: { "Mcp-Session-Id": "x" }, body: "{}" });
  expect(stand.forwarder.activity()).toMatchObject({ sessions: 2, inFlight: 0 });

  first.destroy();
  await once(serverSide, "close");
  expect(stand.forwarder.activity()).toMatchObject({ sessions: 1, inFlight: 0 });
  second.destroy();
});

test("a plain answer of an SSE server is left alone", async () => {
  await using stand = await openStand((_, res) => res.end("event: endpoint\ndata: http://evil.example/\n\n"), "sse");
  expect(await stand.ask("/sse")).toMatchObject({ status: 200, body: expect.stringContaining("evil") });
  expect(await text(await stand.open("/other", { method: "POST" }))).toContain("evil");
});
