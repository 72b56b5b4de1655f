import { describe, expect, test } from "vitest";
import { start, until } from "./bridge-setup.ts";
import { ask, callTool, json, openClient, openEvents, openStream, parse, textOf } from "./http-setup.ts";

describe("PX-03 a request of the server", () => {
  const SAMPLING = { sampling: {}, roots: {}, elicitation: {} };

  test("right after the handshake waits for the client's stream", async () => {
    const { proxy } = await start(["--roots"]);
    const client = await openClient(proxy.url, { capabilities: { roots: {} } });
    const other = await ask(proxy.url, { headers: client.headers, body: callTool(1, "slow", { ms: 200 }) });
    expect(textOf(other.text)).toBe("slow");

    const stream = await openStream(proxy.url, client);
    const question = parse(await stream.next());
    expect(question).toMatchObject({ method: "roots/list" });
    const answer = json({ id: question["id"], result: { roots: [{ uri: "file:///mine" }] } });
    expect((await client.send(answer)).status).toBe(202);
    await until(async () => (await client.call("received")).includes("file:///mine"));
  });

  test("during a call comes on that call's stream, and only its client can answer", async () => {
    const { proxy } = await start();
    const client = await openClient(proxy.url, { capabilities: SAMPLING });
    const thief = await openClient(proxy.url, { capabilities: SAMPLING });
    const stream = await openEvents(proxy.url, {
      headers: client.headers,
      body: callTool(1, "ask", { method: "sampling/createMessage", params: { maxTokens: 5 } }),
    });
    const question = parse(await stream.next());
    expect(question).toMatchObject({ method: "sampling/createMessage", params: { maxTokens: 5 } });

    for (const id of [question["id"], "ask-1"]) {
      expect((await thief.send(json({ id, result: { role: "thief" } }))).status).toBe(202);
    }
    await client.send(json({ id: question["id"], result: { role: "client" } }));
    await client.send(json({ id: question["id"], result: { role: "again" } }));
    expect(JSON.parse(textOf(await stream.next()))).toEqual({
      jsonrpc: "2.0",
      id: "ask-1",
      result: { role: "client" },
    });
  });

  test("that could be meant for several clients is refused to the server", async () => {
    const { proxy } = await start();
    const [first, second] = [
      await openClient(proxy.url, { capabilities: SAMPLING }),
      await openClient(proxy.url, { capabilities: SAMPLING }),
    ];
    const busy = second.call("slow", { ms: 300 });
    await until(() => proxy.activity().inFlight === 1);
    expect(JSON.parse(await first.call("ask", { method: "roots/list" }))).toMatchObject({
      id: "ask-1",
      error: { code: -32603 },
    });
    await busy;
  });

  test("that the client did not declare is refused in its name", async () => {
    const { proxy } = await start();
    const client = await openClient(proxy.url, { capabilities: { roots: {} } });
    const answer = await client.call("ask", { method: "sampling/createMessage" });
    expect(JSON.parse(answer)).toMatchObject({ error: { code: -32601 } });
  });

  test("to ping is answered by the proxy", async () => {
    const { proxy } = await start();
    const client = await openClient(proxy.url);
    expect(JSON.parse(await client.call("ask", { method: "ping" }))).toEqual({
      jsonrpc: "2.0",
      id: "ask-1",
      result: {},
    });
  });

  test("that the server takes back is taken back from the client it went to", async () => {
    const { proxy } = await start();
    const client = await openClient(proxy.url, { capabilities: SAMPLING });
    const stream = await openEvents(proxy.url, {
      headers: client.headers,
      body: callTool(1, "ask-and-cancel", { method: "elicitation/create", ms: 20 }),
    });
    const question = parse(await stream.next());
    expect(parse(await stream.next())).toMatchObject({
      method: "notifications/cancelled",
      params: { requestId: question["id"], reason: "changed my mind" },
    });
    expect(textOf(await stream.next())).toBe("cancelled");
  });

  test("is refused to the server when its client ends the session", async () => {
    const { proxy } = await start(["--roots"]);
    const client = await openClient(proxy.url, { capabilities: { roots: {} } });
    await until(async () => (await client.call("received")).includes("notifications/initialized"));
    await ask(proxy.url, { method: "DELETE", headers: client.headers });
    const other = await openClient(proxy.url);
    await until(async () => (await other.call("received")).includes("the client is gone"));
  });
});
