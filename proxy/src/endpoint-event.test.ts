import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createEventPipe, type EventPipeOptions } from "./event-pipe.ts";

const HOST = "http://10.0.0.2:3001";

type Options = Pick<EventPipeOptions, "toOwn"> & { maxBytes?: number };

const createEndpointRewriter = ({ maxBytes = 1024, toOwn }: Options) =>
  createEventPipe({ toOwn, maxBytes, filter: () => undefined }).push;

/** Feeds `text` in pieces that end at the given offsets. */
function run(text: string | Buffer, cuts: readonly number[] = [], maxBytes = 1024): string {
  const rewrite = createEndpointRewriter({
    maxBytes,
    toOwn: (endpoint) => {
      const url = new URL(endpoint, `${HOST}/sse`);
      return url.origin === HOST ? url.pathname + url.search : undefined;
    },
  });
  const bytes = Buffer.from(text);
  const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
  const pieces = edges.slice(1).map((end, index) => bytes.subarray(edges[index], end));
  return Buffer.concat(pieces.map((piece) => rewrite(piece))).toString();
}

const streams = {
  LF: `: hi\n\nretry: 5\nevent: endpoint\ndata: ${HOST}/messages?id=ä\nid: 1\n\nevent: message\ndata: ${HOST}/é\n\n`,
  "CR LF": `: hi\r\n\r\nevent:endpoint\r\ndata:${HOST}/m?id=1\r\n\r\ndata: {"a":1}\r\n\r\n`,
  CR: `: hi\r\revent: endpoint\rdata: ${HOST}/m?id=1\r\rdata: {"a":1}\r\r`,
};

const expected = {
  LF: `: hi\n\nretry: 5\nevent: endpoint\ndata: /messages?id=%C3%A4\nid: 1\n\nevent: message\ndata: ${HOST}/é\n\n`,
  "CR LF": `: hi\r\n\r\nevent:endpoint\r\ndata: /m?id=1\r\n\r\ndata: {"a":1}\r\n\r\n`,
  CR: `: hi\r\revent: endpoint\rdata: /m?id=1\r\rdata: {"a":1}\r\r`,
};

describe.each(["LF", "CR LF", "CR"] as const)("with %s line ends", (kind) => {
  test("an absolute endpoint becomes a path and all else stays, however the stream is cut", () => {
    const offset = fc.nat({ max: Buffer.byteLength(streams[kind]) });
    fc.assert(
      fc.property(fc.array(offset, { maxLength: 8 }), (cuts) => {
        expect(run(streams[kind], cuts)).toBe(expected[kind]);
      }),
    );
  });

  test("every byte may come alone", () => {
    const all = Array.from({ length: Buffer.byteLength(streams[kind]) }, (_, index) => index);
    expect(run(streams[kind], all)).toBe(expected[kind]);
  });
});

test("an endpoint that is a path already stays byte for byte", () => {
  const stream = "\ufeffdata:  /messages?session_id=1 \r\nevent: endpoint\r\n\r\n";
  const rewrite = createEndpointRewriter({ toOwn: (endpoint) => endpoint });
  expect(rewrite(Buffer.from(stream)).toString()).toBe(stream);
});

test("an endpoint over several data lines is one address", () => {
  expect(run(`data: ${HOST}/a\nevent: endpoint\ndata: /b\n\n`)).toBe("data: /a/b\nevent: endpoint\n\n");
  expect(run(`event: endpoint\ndata: ${HOST}/a\ndata: ${HOST}/a\n\n`)).toMatch(
    /^event: endpoint\ndata: \/a[^\n]*\n\n$/,
  );
});

test("a byte order mark counts only at the start of the stream", () => {
  expect(run(`\ufeffevent: endpoint\ndata: ${HOST}/a\n\n`)).toBe("\ufeffevent: endpoint\ndata: /a\n\n");
  const decoy = `data: 1\n\n\ufeffevent: endpoint\ndata: /a\n\n`;
  expect(() => run(`${decoy}event: endpoint\ndata: http://evil.example/\n\n`)).toThrow("another host");
});

test.each([
  ["a foreign host", "http://evil.example/messages"],
  ["a foreign port", "http://10.0.0.2:3002/messages"],
  ["another scheme", "https://10.0.0.2:3001/messages"],
  ["a host without scheme", "//evil.example/messages"],
  ["backslashes", "\\\\evil.example/messages"],
])("an endpoint with %s is refused and nothing of it is passed on", (_, endpoint) => {
  const rewrite = createEndpointRewriter({
    toOwn: (found) => (new URL(found, HOST).origin === HOST ? found : undefined),
  });
  expect(rewrite(Buffer.from(`event: endpoint\ndata: ${endpoint}\n`)).length).toBe(0);
  expect(() => rewrite(Buffer.from("\n"))).toThrow("the endpoint event names another host");
});

test.each([
  ["another event", "event: message\ndata: 1\n\n"],
  ["an endpoint event without data, which no client sees", "event: endpoint\n\n"],
  ["an endpoint event with empty data", "event: endpoint\ndata:\n\n"],
  ["an event that is overruled", "event: endpoint\nevent: message\ndata: 1\n\n"],
  ["an event of a longer name", "event: endpoint \ndata: /x\n\n"],
])("%s does not count as the endpoint", (_, decoy) => {
  expect(() => run(`${decoy}event: endpoint\ndata: http://evil.example/\n\n`)).toThrow("another host");
});

test("events before the endpoint are passed on as soon as they are whole", () => {
  const rewrite = createEndpointRewriter({ toOwn: (endpoint) => endpoint });
  expect(rewrite(Buffer.from(": ping\n\ndata: a")).toString()).toBe(": ping\n\n");
  expect(rewrite(Buffer.from("b\n\n")).toString()).toBe("data: ab\n\n");
  expect(rewrite(Buffer.from("data: c\r\n\r")).toString()).toBe("data: c\r\n\r");
  expect(rewrite(Buffer.from("\n")).toString()).toBe("\n");
});

test("nothing is held once the endpoint is known", () => {
  const rewrite = createEndpointRewriter({ toOwn: (endpoint) => endpoint });
  rewrite(Buffer.from("event: endpoint\ndata: /m\n\n"));
  const chunk = Buffer.from("data: half an ev");
  expect(rewrite(chunk)).toBe(chunk);
});

test("an event larger than the limit ends the stream", () => {
  expect(run(`data: ${"x".repeat(1010)}\n\n`)).toHaveLength(1018);
  expect(() => run(`data: ${"x".repeat(1030)}`)).toThrow("an event exceeds 1024 bytes");
  expect(() => run(`data: ${"x".repeat(1030)}`, [500])).toThrow("an event exceeds 1024 bytes");
});
