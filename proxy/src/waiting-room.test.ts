import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { createWaitingRoom } from "./waiting-room.ts";

function setup({ maxCalls = 10, maxWaitMs = 60_000 } = {}) {
  const left: ServerResponse[] = [];
  const room = createWaitingRoom({ maxCalls, maxWaitMs, onLeave: (_, res) => left.push(res) });
  return { room, left };
}

const req = {} as IncomingMessage;
const response = (): ServerResponse => new EventEmitter() as unknown as ServerResponse;

test("calls wait until the room closes and leave in the order they came", () => {
  const { room, left } = setup();
  const calls = [response(), response(), response()];
  expect(calls.map((res) => room.admit(req, res))).toEqual([true, true, true]);
  expect(left).toEqual([]);

  room.close();

  expect(left).toEqual(calls);
  expect(room.admit(req, response())).toBe(false);
});

test("a room that was opened again lets calls wait again", () => {
  const { room } = setup();
  room.close();
  room.open();
  expect(room.admit(req, response())).toBe(true);
  room.close();
});

test("a caller who went away is not sent on", () => {
  const { room, left } = setup();
  const res = response();
  room.admit(req, res);
  res.emit("close");
  room.close();
  expect(left).toEqual([]);
});

test("a full room takes nobody", () => {
  const { room } = setup({ maxCalls: 1 });
  expect([room.admit(req, response()), room.admit(req, response())]).toEqual([true, false]);
  room.close();
});

test("nobody waits longer than the limit", async () => {
  const left = await new Promise<ServerResponse>((resolve) => {
    const room = createWaitingRoom({ maxCalls: 1, maxWaitMs: 1, onLeave: (_, res) => resolve(res) });
    room.admit(req, response());
  });
  expect(left).toBeDefined();
});
