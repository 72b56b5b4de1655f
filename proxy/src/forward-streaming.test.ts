import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { openStand, text } from "./forward-setup.ts";

test("a megabyte up and down passes unchanged, with and without a declared length", async () => {
  await using stand = await openStand((req, res) => void req.pipe(res));
  const body = randomBytes(1024 * 1024);
  for (const headers of [{ "Content-Length": String(body.length) }, { "Transfer-Encoding": "chunked" }]) {
    const answer = await stand.open("/mcp", { method: "POST", headers: { ...headers, "Mcp-Session-Id": "s" }, body });
    const hash = createHash("sha256");
    for (const chunk of await answer.toArray()) hash.update(chunk);
    expect(hash.digest("hex")).toBe(createHash("sha256").update(body).digest("hex"));
  }
});

test("the server sees the start of a body before the client has sent its end", async () => {
  await using stand = await openStand((req, res) => {
    req.once("data", () => socket.write("b".repeat(100_000)));
    req.on("end", () => res.end("whole"));
  });
  const head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 200000\r\n\r\n";
  const socket = stand.raw(head + "a".repeat(100_000));
  expect(await text(socket)).toContain("whole");
});

test("a client that does not read stops the server from sending more", async () => {
  const total = 512 * 1024 * 1024;
  const chunk = Buffer.alloc(64 * 1024);
  let sent = 0;
  await using stand = await openStand((_, res) => {
    const pump = (): void => {
      while (sent < total) {
        sent += chunk.length;
        if (!res.write(chunk)) return void res.once("drain", pump);
      }
    };
    pump();
  });
  const answer = await stand.open("/mcp");
  for (let before = -1; before !== sent; await turns(200)) before = sent;
  expect(sent).toBeLessThan(total / 4);
  answer.destroy();
});

test("idle connections to the server are used again", async () => {
  const sockets = new Set<unknown>();
  await using stand = await openStand((req, res) => {
    sockets.add(req.socket);
    req.resume().on("end", () => res.end("{}"));
  });
  for (let id = 0; id < 20; id += 1) await stand.ask("/mcp", { method: "POST", body: `{"id":${id}}` });
  expect(sockets.size).toBe(1);
});

test("requests that run at once each get their own answer", async () => {
  const waiting: (() => void)[] = [];
  await using stand = await openStand(async (req, res) => {
    const body = await text(req);
    waiting.push(() => res.end(body));
    if (waiting.length === 50) for (const answer of waiting.toReversed()) answer();
  });
  const bodies = Array.from(
    { length: 50 },
    (_, nonce) => `{"jsonrpc":"2.0","id":0,"method":"x","params":{"nonce":${nonce}}}`,
  );
  const headers = { "Mcp-Session-Id": "same" };
  const answers = await Promise.all(bodies.map((body) => stand.ask("/mcp", { method: "POST", headers, body })));
  expect(answers.map(({ body }) => body)).toEqual(bodies);
});

const STREAM = { "Content-Type": "text/event-stream" };

test("the headers of an event stream are there before its first event, and each event before the next", async () => {
  let res!: ServerResponse;
  await using stand = await openStand((_, given) => {
    res = given.writeHead(200, STREAM);
    res.flushHeaders();
  });
  const answer = await stand.open("/mcp", { headers: { Accept: "text/event-stream" } });
  for (const event of [": ka\n\n", "id: s1_1\ndata:\n\n", "id: s1_2\nretry: 500\ndata: half", " an event\n\n"]) {
    res.write(event);
    const [chunk] = await once(answer, "data");
    expect(String(chunk)).toBe(event);
  }
  res.end();
  await once(answer, "end");
});

test("an event stream passes byte for byte: comments, ids, retry, priming events, split characters, odd line ends", async () => {
  const bytes = Buffer.from(
    `\ufeff: hi\r\n\r\nid: s1_1\ndata:\n\nretry: 100\n\nevent: endpoint\ndata: http://evil.example/\n\ndata: "ä€😀"\r\rid\n\n\xff`,
  );
  await using stand = await openStand(async (_, res) => {
    res.writeHead(200, STREAM);
    for (const byte of bytes) {
      res.write(Buffer.of(byte));
      await turns(1);
    }
    res.end();
  });
  const answer = await stand.open("/mcp", { headers: { Accept: "text/event-stream" } });
  expect(Buffer.concat(await answer.toArray())).toEqual(bytes);
});

test("a POST answered by a stream passes the same way", async () => {
  await using stand = await openStand(async (req, res) => {
    const body = await text(req);
    res.writeHead(200, STREAM).write(`data: ${body}\n\n`);
    res.end("data: last\n\n");
  });
  const { body } = await stand.ask("/mcp", { method: "POST", body: `{"id":1}` });
  expect(body).toBe(`data: {"id":1}\n\ndata: last\n\n`);
});

/** Lets sockets do what they can; no time is measured. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
}
