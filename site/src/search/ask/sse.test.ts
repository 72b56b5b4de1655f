import fc from "fast-check";
import { expect, test } from "vitest";
import { eventData } from "./sse.ts";

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

async function read(chunks: readonly Uint8Array[]): Promise<string[]> {
  const data: string[] = [];
  for await (const event of eventData(streamOf(chunks))) data.push(event);
  return data;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test.each([
  ["data: a\n\ndata: b\n\n", ["a", "b"]],
  ["data:a\r\n\r\ndata:b\r\n\r\n", ["a", "b"]],
  ["data: a\rdata: b\r\r", ["a\nb"]],
  [": comment\nevent: x\nid: 1\ndata: a\n\n", ["a"]],
  ["data\n\ndata: \n\n", ["", ""]],
  ["data: last without an end", ["last without an end"]],
  ["\n\n\n", []],
])("the stream %j holds %j", async (text, expected) => {
  expect(await read([bytes(text)])).toEqual(expected);
});

test("SR-14 events are the same however the stream is cut, also inside of letters and line ends", async () => {
  const event = fc.array(fc.stringMatching(/^[a-zä😀 ]{0,8}$/u), { minLength: 1, maxLength: 3 });
  const cuts = fc.array(fc.nat({ max: 200 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { maxLength: 6 }),
      fc.constantFrom("\n", "\r\n", "\r"),
      cuts,
      async (events, end, at) => {
        const whole = bytes(events.map((lines) => lines.map((line) => `data: ${line}${end}`).join("") + end).join(""));
        const edges = [0, ...at.map((cut) => cut % (whole.length + 1)).toSorted((a, b) => a - b), whole.length];
        const chunks = edges.slice(1).map((to, number) => whole.slice(edges[number], to));
        expect(await read(chunks)).toEqual(events.map((lines) => lines.join("\n")));
      },
    ),
  );
});

test("no bytes break the reader", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 40 })), async (chunks) => {
      expect(Array.isArray(await read(chunks))).toBe(true);
    }),
  );
});

test("a reader that leaves early closes the stream", async () => {
  let isClosed = false;
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(bytes("data: a\n\n")),
    cancel: () => void (isClosed = true),
  });
  for await (const data of eventData(stream)) if (data === "a") break;
  expect(isClosed).toBe(true);
});
