import { once } from "node:events";
import { request, type ServerResponse } from "node:http";
import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { closedOrigin, listen, openStand, text } from "./forward-setup.ts";

const call = (id: string): string => `{"jsonrpc":"2.0","method":"tools/call","params":{"id":"no"},"id":${id}}`;
const post = { method: "POST", body: call("7") };

describe("no server", () => {
  test("before the first server and after the last, requests are answered 503 with the reason and a time to retry", async () => {
    await using stand = await openStand((_, res) => res.end("{}"));
    stand.forwarder.disconnect("it was stopped");
    const answer = await stand.ask("/mcp", post);
    expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "1", "content-type": "application/json" } });
    expect(JSON.parse(answer.body)).toEqual({
      jsonrpc: "2.0",
      id: 7,
      error: { code: -32603, message: 'workload "fetch" is not available: it was stopped' },
    });

    stand.forwarder.connect({ kind: "http", origin: stand.upstreamOrigin });
    expect((await stand.ask("/mcp", post)).status).toBe(200);
  });

  test.each([
    "0",
    "-1",
    `""`,
    `"0"`,
    `"é"`,
    String.raw`"\u00e9\"}"`,
    "9007199254740993",
    "9223372036854775807",
    "1e2",
    "1.0",
  ])("the id %s comes back as it was written", async (id) => {
    await using stand = await openStand((_, res) => res.end());
    stand.forwarder.disconnect("it was stopped");
    for (const framing of [{}, { "Transfer-Encoding": "chunked" }]) {
      const { body } = await stand.ask("/mcp", { method: "POST", headers: framing, body: ` ${call(id)}\n` });
      expect(body).toContain(`{"jsonrpc":"2.0","id":${id},"error":{`);
    }
  });

  test.each([
    ["a notification", `{"jsonrpc":"2.0","method":"x","params":{"id":1}}`],
    ["a batch", `[${call("1")}]`],
    ["an id that is none", `{"jsonrpc":"2.0","id":{"id":1},"method":"x"}`],
    ["null", `{"jsonrpc":"2.0","id":null,"method":"x"}`],
    ["no JSON", `{"id":1,`],
    ["nothing", ""],
    ["a body too large to look into", call(`"${"x".repeat(70_000)}"`)],
  ])("without an id to be read there is none in the answer: %s", async (_, body) => {
    await using stand = await openStand((_req, res) => res.end());
    stand.forwarder.disconnect("it was stopped");
    for (const framing of [{}, { "Transfer-Encoding": "chunked" }]) {
      const answer = await stand.ask("/mcp", { method: "POST", headers: framing, body });
      expect(JSON.parse(answer.body)).toEqual({ jsonrpc: "2.0", error: expect.objectContaining({ code: -32603 }) });
    }
  });

  test("what is in flight when the server goes ends at once: 503 before an answer, cut within one", async () => {
    const here: ServerResponse[] = [];
    await using stand = await openStand((req, res) => {
      here.push(res);
      if (req.method === "GET") res.writeHead(200, { "Content-Type": "text/event-stream" }).write(": ka\n\n");
      if (here.length === 2) stand.forwarder.disconnect("it was stopped");
    });
    const stream = await stand.open("/mcp");
    const cut = text(stream).catch((error: unknown) => error);
    expect(await stand.ask("/mcp", post)).toMatchObject({ status: 503, body: expect.stringContaining(`"id":7`) });
    expect(await cut).toMatchObject({ code: "ECONNRESET" });
    await Promise.all(here.filter((res) => !res.closed).map((res) => once(res, "close")));
    expect(stand.forwarder.activity().inFlight).toBe(0);
  });

  test("another server takes over new requests and ends those of the old; the same one again changes nothing", async () => {
    await using old = await openStand(async (req, res) => {
      res.writeHead(200, { "Content-Type": "text/event-stream" }).write("data: old\n\n");
      await once(req.resume(), "end");
    });
    await using young = await openStand((_, res) => res.end("young"));
    const stream = await old.open("/mcp");
    await once(stream, "data");
    old.forwarder.connect({ kind: "http", origin: `${old.upstreamOrigin}/` });
    expect(stream.errored).toBeNull();

    const broken = once(stream, "error").catch((error: unknown) => error);
    old.forwarder.connect({ kind: "http", origin: young.upstreamOrigin });
    expect(await broken).toMatchObject([{ code: "ECONNRESET" }]);
    expect((await old.ask("/mcp", post)).body).toBe("young");
  });
});

describe("a server that does not answer", () => {
  test("a refused connection is a 502 with the id", async () => {
    await using stand = await openStand((_, res) => res.end());
    stand.forwarder.connect({ kind: "http", origin: await closedOrigin() });
    const answer = await stand.ask("/mcp", post);
    expect(answer.status).toBe(502);
    expect(JSON.parse(answer.body)).toEqual({
      jsonrpc: "2.0",
      id: 7,
      error: { code: -32603, message: 'cannot reach workload "fetch": connection refused' },
    });
    expect(stand.notices).toEqual([
      { level: "warn", text: 'cannot reach workload "fetch": connection refused', fields: { status: 502 } },
    ]);
  });

  test.each([
    ["hangs up", ""],
    ["hangs up within the headers", "HTTP/1.1 200 OK\r\nContent-Ty"],
    ["does not speak HTTP", "220 mail.example ESMTP\r\n"],
    ["switches protocols", "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"],
  ])("one that %s is a 502, and the request is not sent again", async (_, words) => {
    let requests = 0;
    await using server = createServer((socket) => {
      socket.once("data", () => {
        requests += 1;
        socket.end(words, "latin1");
      });
    });
    await using stand = await openStand((_req, res) => res.end());
    stand.forwarder.connect({ kind: "http", origin: await listen(server) });
    expect(await stand.ask("/mcp", post)).toMatchObject({ status: 502, body: expect.stringContaining(`"id":7`) });
    expect(requests).toBe(1);
  });

  test("an answer that breaks off breaks off for the client, after what came of it", async () => {
    await using server = createServer((socket) => {
      socket.once("data", (bytes) => {
        const framing = String(bytes).includes("/a")
          ? "Content-Length: 100\r\n\r\npart"
          : "Transfer-Encoding: chunked\r\n\r\n4\r\npart\r\n";
        socket.end(`HTTP/1.1 200 OK\r\n${framing}`);
      });
    });
    await using stand = await openStand((_req, res) => res.end());
    stand.forwarder.connect({ kind: "http", origin: await listen(server) });
    for (const path of ["/a", "/b"]) {
      const answer = await stand.open(path, post);
      const [part] = await once(answer, "data");
      expect(String(part)).toBe("part");
      await expect(text(answer)).rejects.toMatchObject({ code: "ECONNRESET" });
    }
  });
});

describe("a client that leaves", () => {
  test.each([
    ["before the answer", () => undefined],
    ["within the answer", (res: ServerResponse) => res.write("part")],
    [
      "within a silent stream",
      (res: ServerResponse) => res.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders(),
    ],
  ])("%s leaves the server too", async (_, begin) => {
    await using stand = await openStand((req, res) => {
      begin(res);
      req.resume();
    });
    const asked = once(stand.upstream, "request");
    const client = request(`${stand.origin}/mcp`, { method: "POST", agent: false }).on("error", () => undefined);
    client.end(call("1"));
    const [req, res] = await asked;
    await once(req, "end");
    const left = once(res, "close");
    client.destroy();
    await left;
    expect(res.writableFinished).toBe(false);
    expect(stand.forwarder.activity().inFlight).toBe(0);
  });

  test("within its upload leaves the server with a broken request", async () => {
    await using stand = await openStand((req) => req.resume());
    const asked = once(stand.upstream, "request");
    const socket = stand.raw("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\nabc");
    const [req] = await asked;
    const broken = once(req, "error").catch((error: unknown) => error);
    socket.destroy();
    expect(await broken).toMatchObject([{ code: "ECONNRESET" }]);
    expect(req.complete).toBe(false);
  });

  test("while its small body is still awaited never reaches the server", async () => {
    let requests = 0;
    await using stand = await openStand((_, res) => {
      requests += 1;
      res.end("{}");
    });
    const socket = stand.raw(
      "POST /mcp HTTP/1.1\r\nHost: localhost\r\nMcp-Session-Id: s\r\nContent-Length: 100\r\n\r\nabc",
    );
    await stand.ask("/mcp", post);
    socket.destroy();
    await stand.ask("/mcp", post);
    expect(requests).toBe(2);
  });
});
