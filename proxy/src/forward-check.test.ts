import { createServer } from "node:net";
import { expect, test } from "vitest";
import { createForwarder } from "./forward.ts";
import { closedOrigin, listen, openStand, portOf } from "./forward-setup.ts";

const signal = AbortSignal.timeout(60_000);

test("any HTTP answer is a sign of life, even one that never ends", async () => {
  const asked: string[] = [];
  await using stand = await openStand((req, res) => {
    asked.push(`${req.method} ${req.url} ${req.headers.host}`);
    res.writeHead(404).write("no");
  });
  expect(await stand.forwarder.check({ signal })).toEqual({ healthy: true });
  expect(asked).toEqual([`GET / 127.0.0.1:${portOf(stand.upstream)}`]);
  expect(stand.forwarder.activity().lastAnswerAt).toBe(0);
});

test("no server, a refused connection and silence each say so", async () => {
  const forwarder = createForwarder({ name: "fetch", mode: "sse" });
  const reason = async (given: AbortSignal): Promise<unknown> => forwarder.check({ signal: given });
  expect(await reason(signal)).toEqual({ healthy: false, reason: expect.stringContaining("it has not started") });

  await using silent = createServer((socket) => void socket.resume());
  forwarder.connect({ kind: "http", origin: await listen(silent) });
  expect(await reason(AbortSignal.timeout(20))).toEqual({
    healthy: false,
    reason: expect.stringContaining("in time"),
  });
  await expect(reason(AbortSignal.abort(new Error("changed my mind")))).rejects.toThrow("changed my mind");

  forwarder.connect({ kind: "http", origin: await closedOrigin() });
  expect(await reason(signal)).toEqual({ healthy: false, reason: expect.stringContaining("connection refused") });
  await forwarder.close();
});
