import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, test, vi } from "vitest";
import { createActivityLog } from "./forward-activity.ts";
import { openStand, text } from "./forward-setup.ts";

const initialize = (id: number): string => `{"jsonrpc":"2.0","id":${id},"method":"initialize","params":{}}`;

const seen = async (req: IncomingMessage) => `${String(req.headers["mcp-session-id"])} ${await text(req)}`;

describe("an initialize that still names a session", () => {
  test.each([
    ["plain", initialize(0)],
    ["with escapes", String.raw`{"jsonrpc":"2.0","id":0,"\u006dethod":"\u0069nitialize"}`],
    ["with decoys", `{"params":{"method":"tools/call","x":"\\"}"},"method":"ping","method" : "initialize","id":1}`],
  ])("loses the name and nothing else: %s", async (_, body) => {
    await using stand = await openStand(async (req, res) => res.end(await seen(req)));
    for (const framing of [{ "Content-Length": String(body.length) }, { "Transfer-Encoding": "chunked" }]) {
      const answer = await stand.ask("/mcp", {
        method: "POST",
        headers: { "mcp-session-id": "old", ...framing },
        body,
      });
      expect(answer.body).toBe(`undefined ${body}`);
    }
  });
});

describe("the session stays on", () => {
  test.each([
    ["a call", `{"jsonrpc":"2.0","id":0,"method":"tools/call","params":{"name":"initialize","method":"initialize"}}`],
    ["a notification", `{"jsonrpc":"2.0","method":"notifications/initialized"}`],
    ["a batch", `[${initialize(0)}]`],
    ["no JSON", `{"method":"initialize"`],
    ["a bare word", `"initialize"`],
    ["a body too large to look into", `{"method":"initialize","pad":"${"x".repeat(70_000)}"}`],
  ])("%s", async (_, body) => {
    await using stand = await openStand(async (req, res) => res.end(await seen(req)));
    for (const framing of [{ "Content-Length": String(body.length) }, { "Transfer-Encoding": "chunked" }]) {
      const answer = await stand.ask("/mcp", { method: "POST", headers: { "mcp-session-id": "s1", ...framing }, body });
      expect(answer.body).toBe(`s1 ${body}`);
    }
  });
});

describe("activity", () => {
  test("counts every session id that the server issued or accepted, until it says that it is gone", async () => {
    await using stand = await openStand(async (req, res) => {
      const isInitialize = (await text(req)).includes("initialize");
      if (isInitialize) return res.setHeader("Mcp-Session-Id", "s2").end("{}");
      return res.writeHead(req.headers["mcp-session-id"] === "gone" ? 404 : 200).end();
    });
    const ask = (method: string, session: string, body = "") =>
      stand.ask("/mcp", { method, headers: { "Mcp-Session-Id": session }, body });
    expect(stand.forwarder.activity()).toEqual({ sessions: 0, inFlight: 0, lastAnswerAt: 0 });

    const before = Date.now();
    await ask("POST", "s1", "{}");
    await ask("POST", "gone", "{}");
    await ask("POST", "stale", initialize(0));
    expect(stand.forwarder.activity()).toMatchObject({ sessions: 2, inFlight: 0 });
    expect(stand.forwarder.activity().lastAnswerAt).toBeGreaterThanOrEqual(before);

    await ask("DELETE", "s1");
    expect(stand.forwarder.activity().sessions).toBe(1);
  });

  test("a call is in flight until its answer ends, an open GET stream is not", async () => {
    const answers: ServerResponse[] = [];
    await using stand = await openStand((req, res) => {
      res.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
      if (req.method === "POST") answers.push(res);
    });
    const stream = await stand.open("/mcp");
    expect(stand.forwarder.activity().inFlight).toBe(0);

    const call = await stand.open("/mcp", { method: "POST", body: "{}" });
    expect(stand.forwarder.activity().inFlight).toBe(1);
    answers[0]!.end();
    await text(call);
    expect(stand.forwarder.activity().inFlight).toBe(0);
    stream.destroy();
  });

  test("sessions are counted up to 10,000, the longest unused is forgotten first, and after two hours all", () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const log = createActivityLog("streamable-http");
      const sessions = () => log.snapshot({ inFlight: 0, streams: 0 }).sessions;
      for (let id = 0; id < 10_000; id += 1) log.noteSession(`s${id}`);
      log.noteSession("s0");
      log.noteSession("one more");
      expect(sessions()).toBe(10_000);
      log.forgetSession("s1");
      expect(sessions()).toBe(10_000);
      log.forgetSession("s0");
      expect(sessions()).toBe(9_999);

      vi.setSystemTime(Date.now() + 60 * 60 * 1000);
      log.noteSession("s5");
      vi.setSystemTime(Date.now() + 61 * 60 * 1000);
      expect(sessions()).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });
});
