import { once } from "node:events";
import { createServer, connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { tapInto } from "./conformance-context.ts";
import { createStreams, type Streams } from "./streams.ts";

interface Setup extends AsyncDisposable {
  readonly streams: Streams;
  /** The engine's end. */
  readonly engine: Socket;
  readonly ended: Promise<void>;
}

async function setup({ isKept = false, head = "" } = {}): Promise<Setup> {
  const server = createServer({ allowHalfOpen: true }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect(server.address() as { port: number });
  const [engine] = (await once(server, "connection")) as [Socket];
  let onEnd!: () => void;
  const ended = new Promise<void>((resolve) => {
    onEnd = resolve;
  });
  const streams = createStreams({ socket, head: Buffer.from(head) }, { isKept, onEnd });
  return {
    streams,
    engine,
    ended,
    async [Symbol.asyncDispose]() {
      streams.close();
      engine.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function frame(text: string, stream = 1): Buffer {
  const header = Buffer.from([stream, 0, 0, 0, 0, 0, 0, 0]);
  header.writeUInt32BE(Buffer.byteLength(text), 4);
  return Buffer.concat([header, Buffer.from(text)]);
}

test("bytes that came along with the engine's consent are the first", async () => {
  await using bench = await setup({ head: frame("early ").toString("latin1") });
  bench.engine.write(frame("late"));
  const tap = tapInto(bench.streams.attach());
  await tap.until(({ stdout }) => stdout === "early late");
});

test("more than the socket holds is not taken from the engine before somebody opens", async () => {
  await using bench = await setup();
  const attachment = bench.streams.attach();
  const flood = frame("x".repeat(20_000_000));
  expect(bench.engine.write(flood)).toBe(false);
  let isDrained = false;
  bench.engine.once("drain", () => (isDrained = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isDrained).toBe(false);
  const tap = tapInto(attachment);
  await tap.until(({ stdout }) => stdout.length === 20_000_000);
});

test("bytes that are no frames end it", async () => {
  await using bench = await setup();
  const tap = tapInto(bench.streams.attach());
  bench.engine.write("plain text of a terminal");
  await tap.until(({ ends }) => ends === 1);
  expect(tap.stdout).toBe("");
});

test("an engine that breaks off ends it once, also for one that is opened later", async () => {
  await using bench = await setup();
  const [early, late] = [tapInto(bench.streams.attach()), bench.streams.attach()];
  const opened = tapInto(late);
  bench.engine.resetAndDestroy();
  await Promise.all([early, opened].map((tap) => tap.until(({ ends }) => ends === 1)));
  await tapInto(bench.streams.attach()).until(({ ends }) => ends === 1);
  expect(early.ends).toBe(1);
});

test("the connection ends with its last attachment, unless it is kept", async () => {
  await using bench = await setup();
  const [first, second] = [bench.streams.attach(), bench.streams.attach()];
  first[Symbol.dispose]();
  second[Symbol.dispose]();
  await bench.ended;

  await using kept = await setup({ isKept: true });
  kept.streams.attach()[Symbol.dispose]();
  // What nobody is attached to is dropped, so that the process does not have to wait.
  const unheard = frame("y".repeat(20_000_000));
  await new Promise((resolve) => kept.engine.write(unheard, resolve));
  const tap = tapInto(kept.streams.attach());
  kept.engine.write(frame("heard"));
  await tap.until(({ stdout }) => stdout.endsWith("heard"));
  tap.say("input");
  expect(String((await once(kept.engine, "data"))[0])).toBe("input");
});

test("a listener that disposes in the middle of a chunk hears nothing more", async () => {
  await using bench = await setup();
  const attachment = bench.streams.attach();
  const heard: string[] = [];
  const ended = new Promise<void>((onEnd) =>
    attachment.open({
      onStdout(bytes) {
        heard.push(bytes.toString());
        attachment[Symbol.dispose]();
      },
      onStderr: () => undefined,
      onDrain: () => undefined,
      onEnd,
    }),
  );
  bench.engine.write(Buffer.concat([frame("one"), frame("two")]));
  await ended;
  expect(heard).toEqual(["one"]);
});
