import { describe, expect, test } from "vitest";
import { start, startServer, until } from "./bridge-setup.ts";
import {
  type Answer,
  ask,
  callTool,
  type EventReader,
  initializeBody,
  json,
  openEvents,
  parse,
  textOf,
} from "./http-setup.ts";

interface SseClient {
  readonly stream: EventReader;
  readonly endpoint: string;
  send(body: string): Promise<Answer>;
}

async function openSse(url: string, { handshake = true, capabilities = {} } = {}): Promise<SseClient> {
  const stream = await openEvents(url, { method: "GET" });
  const endpoint = await stream.next();
  const client = {
    stream,
    endpoint,
    send: (body: string) => ask(new URL(endpoint, url).href, { body, headers: { Accept: "*/*" } }),
  };
  if (!handshake) return client;
  expect((await client.send(initializeBody(0, capabilities, "2024-11-05"))).status).toBe(202);
  expect(parse(await stream.next())).toMatchObject({ id: 0, result: { serverInfo: { name: "fixture" } } });
  await client.send(json({ method: "notifications/initialized" }));
  return client;
}

const sse = (flags: string[] = []) => start(flags, { mode: "sse" });

describe("an SSE client", () => {
  test("is told where to post, relative to where it is", async () => {
    const { proxy } = await sse();
    const { endpoint, stream } = await openSse(proxy.url, { handshake: false });
    expect(endpoint).toMatch(/^\/messages\?session_id=[\da-f-]{36}$/);
    expect(stream.headers).toMatchObject({ "content-type": "text/event-stream" });
  });

  test("gets its own answers only, though 32 of them use the same ids and tokens", async () => {
    const { proxy } = await sse(["--strict"]);
    const clients = await Promise.all(Array.from({ length: 32 }, () => openSse(proxy.url)));
    for (let round = 1; round <= 20; round += 1) {
      await Promise.all(
        clients.map(async ({ send, stream }, index) => {
          const message = `nonce-${round}-${index}`;
          const body = callTool(round, "progress", { message, steps: 1 }, { progressToken: 1 });
          expect((await send(body)).status).toBe(202);
          expect(parse(await stream.next())).toMatchObject({ params: { progressToken: 1 } });
          const answer = await stream.next();
          expect(parse(answer)).toMatchObject({ id: round });
          expect(textOf(answer)).toBe(message);
        }),
      );
    }
  });

  test("that leaves ends its session: what it asked is cancelled at the server, others go on", async () => {
    const { proxy, server } = await sse();
    const [leaving, staying] = [await openSse(proxy.url), await openSse(proxy.url)];
    await leaving.send(callTool(5, "never"));
    await staying.send(callTool(5, "slow", { ms: 100, message: "staying" }));
    await until(() => proxy.activity().inFlight === 2);
    leaving.stream.close();
    await until(() => server.written().includes("notifications/cancelled"));
    expect((await leaving.send(callTool(6, "echo"))).status).toBe(404);
    expect(textOf(await staying.stream.next())).toBe("staying");
    expect(proxy.activity()).toMatchObject({ sessions: 1, inFlight: 0 });
  });

  test("is asked by the server on its stream, and answers by posting", async () => {
    const { proxy } = await sse(["--roots"]);
    const { send, stream } = await openSse(proxy.url, { capabilities: { roots: {}, sampling: {} } });
    const roots = parse(await stream.next());
    expect(roots).toMatchObject({ method: "roots/list" });
    await send(json({ id: roots["id"], result: { roots: [] } }));

    await send(callTool(1, "ask", { method: "sampling/createMessage" }));
    const sampling = parse(await stream.next());
    await send(json({ id: sampling["id"], result: { role: "assistant" } }));
    expect(textOf(await stream.next())).toContain('"role":"assistant"');
  });

  test("is refused what cannot be served, with the status and the id", async () => {
    const { proxy } = await sse();
    const client = await openSse(proxy.url);
    const messages = proxy.url.replace("/sse", "/messages");
    expect((await ask(messages, { body: json({ id: 1, method: "ping" }) })).status).toBe(400);
    expect((await ask(`${messages}?session_id=x`, { body: json({ id: 1, method: "ping" }) })).status).toBe(404);
    expect((await ask(messages, { method: "GET" })).status).toBe(405);
    expect((await ask(proxy.url, { body: json({ id: 1, method: "ping" }) })).status).toBe(405);
    expect((await client.send("{")).status).toBe(400);
    expect((await client.send(`[${json({ id: 1, method: "ping" })}]`)).status).toBe(400);

    proxy.disconnect("it was stopped");
    const refused = await client.send(callTool("q", "echo"));
    expect(refused.status).toBe(503);
    expect(parse(refused.text)).toMatchObject({ id: "q", error: { code: -32603 } });
  });

  test("keeps its stream and session while the server is replaced", async () => {
    const { proxy, server } = await sse();
    const client = await openSse(proxy.url);
    await client.send(callTool(1, "never"));
    await until(() => proxy.activity().inFlight === 1);
    await server.kill();
    expect(parse(await client.stream.next())).toMatchObject({ id: 1, error: { code: -32603 } });

    proxy.connect(startServer("--strict").attach());
    await client.send(callTool(2, "echo", { message: "m" }));
    expect(textOf(await client.stream.next())).toBe("m");
  });
});
