import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createDemultiplexer, joinFrames } from "./frames.ts";

interface Frame {
  stream: 1 | 2;
  payload: Buffer;
}

const frame = fc.record({
  stream: fc.constantFrom<1 | 2>(1, 2),
  payload: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
});

describe("demultiplexer", () => {
  test("gives every byte to its stream, in order, wherever the chunks are cut", () => {
    fc.assert(
      fc.property(fc.array(frame), fc.array(fc.nat({ max: 30 })), (frames, cuts) => {
        const seen = collect(split(encode(frames), cuts));
        expect(seen.order.equals(Buffer.concat(frames.map(({ payload }) => payload)))).toBe(true);
        for (const stream of [1, 2] as const) {
          const wanted = frames.filter((one) => one.stream === stream).map(({ payload }) => payload);
          expect(seen[stream].equals(Buffer.concat(wanted))).toBe(true);
        }
      }),
    );
  });

  test("copies no payload", () => {
    const chunk = encode([{ stream: 1, payload: Buffer.from("one") }]);
    createDemultiplexer({
      onStdout: (bytes) => expect(bytes.buffer).toBe(chunk.buffer),
      onStderr: () => expect.unreachable(),
    })(chunk);
    expect.assertions(1);
  });

  test("refuses bytes that are no frames", () => {
    const push = createDemultiplexer({ onStdout: () => undefined, onStderr: () => undefined });
    expect(push(Buffer.from('{"jsonrpc":"2.0"}\n'))).toBe(false);
  });

  test("joins characters that are cut between frames", () => {
    const euro = Buffer.from("€");
    const frames = [euro.subarray(0, 1), euro.subarray(1)].map((payload) => ({ stream: 1 as const, payload }));
    expect(joinFrames(encode(frames))).toBe("€");
  });
});

function encode(frames: readonly Frame[]): Buffer {
  return Buffer.concat(
    frames.flatMap(({ stream, payload }) => {
      const header = Buffer.alloc(8);
      header[0] = stream;
      header.writeUInt32BE(payload.length, 4);
      return [header, payload];
    }),
  );
}

/** Chunks of the given sizes, then the rest. */
function split(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  let at = 0;
  for (const size of sizes) {
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return [...chunks, bytes.subarray(at)];
}

function collect(chunks: readonly Buffer[]): { 1: Buffer; 2: Buffer; order: Buffer } {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  const order: Buffer[] = [];
  const push = createDemultiplexer({
    onStdout: (bytes) => void (out.push(bytes), order.push(bytes)),
    onStderr: (bytes) => void (err.push(bytes), order.push(bytes)),
  });
  for (const chunk of chunks) push(chunk);
  return { 1: Buffer.concat(out), 2: Buffer.concat(err), order: Buffer.concat(order) };
}
