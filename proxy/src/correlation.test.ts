import { describe, expect, test } from "vitest";
import { start, until } from "./bridge-setup.ts";
import { ask, callTool, initializeBody, openClient, openEvents, send, textOf } from "./http-setup.ts";

describe("answers", () => {
  test("reach the client that asked, though 32 of them use the same ids and tokens", async () => {
    const { proxy } = await start();
    const clients = await Promise.all(Array.from({ length: 32 }, () => openClient(proxy.url)));

    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all(
        clients.map(async (client, index) => {
          const message = `nonce-${round}-${index}`;
          const body = callTool(
            round,
            index % 2 === 0 ? "echo" : "progress",
            { message, steps: 2 },
            { progressToken: 1 },
          );
          return { message, answer: await client.send(body) };
        }),
      );
      for (const { message, answer } of answers) {
        const events = answer.text.startsWith("{")
          ? [answer.text]
          : answer.text
              .split("\n")
              .filter((line) => line.startsWith("data: "))
              .map((line) => line.slice(6));
        expect(textOf(events.at(-1)!)).toBe(message);
        expect(JSON.parse(events.at(-1)!)).toMatchObject({ id: round });
        for (const event of events.slice(0, -1))
          expect(JSON.parse(event)).toMatchObject({ params: { progressToken: 1 } });
      }
    }
  });

  test("reach their request, though 50 of one session share an id, or have no session at all", async () => {
    const { proxy } = await start();
    const client = await openClient(proxy.url);
    const headers = [client.headers, {}];

    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const body = callTool(
          "same",
          "slow",
          { ms: (index * 7) % 40, message: `m${index}` },
          { progressToken: "same" },
        );
        return ask(proxy.url, { body, headers: headers[index % 2]! });
      }),
    );
    expect(answers.map(({ text }) => textOf(text))).toEqual(answers.map((_, index) => `m${index}`));
  });

  test.each([
    "0",
    "-1",
    '""',
    '"0"',
    '"é"',
    String.raw`"\u00e9\n"`,
    "9007199254740993",
    "9223372036854775807",
    "1e2",
    `"${"x".repeat(200)}"`,
  ])("carry the id %s as it was written", async (id) => {
    const { proxy, server } = await start();
    const { headers } = await openClient(proxy.url);

    const answer = await ask(proxy.url, { headers, body: `{"jsonrpc":"2.0","id":${id},"method":"ping"}` });

    expect(answer.text).toContain(`"id":${id}`);
    expect(server.written()).not.toContain(`"id":${id}`);
  });

  test("PX-05 keep every number and every unknown field as the server wrote them", async () => {
    const { proxy } = await start();
    const { headers } = await openClient(proxy.url);
    const line = `{"extra":[1.0,1e2,9007199254740993],"jsonrpc":"2.0","id":$ID,"result":{"a":-0,"a":0.10,"é":"\\u00e9"}}`;

    const answer = await ask(proxy.url, { headers, body: callTool(7, "raw", { text: `${line}\n` }) });

    expect(answer.text).toBe(line.replace("$ID", "7"));
  });

  test("are JSON for who wants that, and an event for who wants nothing else", async () => {
    const { proxy } = await start();
    const { headers } = await openClient(proxy.url);
    const body = callTool(1, "progress", { steps: 2, message: "fine" }, { progressToken: 5 });

    const plain = await ask(proxy.url, { body, headers: { ...headers, Accept: "application/json" } });
    expect(plain.headers["content-type"]).toBe("application/json");
    expect(textOf(plain.text)).toBe("fine");

    const quick = await openEvents(proxy.url, {
      body: callTool(2, "echo", { message: "m" }),
      headers: { ...headers, Accept: "text/event-stream" },
    });
    expect(quick.headers).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    });
    expect(textOf(await quick.next())).toBe("m");
    await quick.ended;
  });
});

test("a request that several lines hold reaches the server in one", async () => {
  const { proxy, server } = await start();
  const { headers } = await openClient(proxy.url);
  const body = JSON.stringify(JSON.parse(callTool(3, "echo", { message: "a\nb" })), null, "\r\n  ");

  expect(textOf((await ask(proxy.url, { headers, body })).text)).toBe("a\nb");
  expect(server.written()).not.toContain("\r");
});

describe("initialize", () => {
  test("reaches the server once, however many clients begin at once", async () => {
    const { proxy, server } = await start(["--strict", "--slow-start=50"]);

    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => ask(proxy.url, { body: initializeBody(index) })),
    );

    expect(server.written().match(/"initialize"/g)).toHaveLength(1);
    expect(answers.map(({ text }) => (JSON.parse(text) as { id: number }).id)).toEqual([...answers.keys()]);
    expect(new Set(answers.map(({ headers }) => headers["mcp-session-id"])).size).toBe(50);
  });

  test("serves the others when the client that began it is gone", async () => {
    const { proxy, server } = await start(["--strict", "--slow-start=100"]);
    const first = send(proxy.url, { body: initializeBody(1) });
    await until(() => server.written().includes("initialize"));
    first.destroy();
    const second = ask(proxy.url, { body: initializeBody(2) });

    expect(JSON.parse((await second).text)).toMatchObject({ id: 2, result: { serverInfo: { name: "fixture" } } });
    expect(server.written().match(/"initialize"/g)).toHaveLength(1);
  });

  test("passes the first client's name, version and capabilities on as they are", async () => {
    const { proxy, server } = await start();
    await openClient(proxy.url, {
      capabilities: { sampling: {}, roots: { listChanged: true } },
      version: "2025-06-18",
    });
    await openClient(proxy.url, { capabilities: { elicitation: {} } });

    const lines = server
      .written()
      .split("\n")
      .filter((line) => line !== "");
    expect(JSON.parse(lines[0]!)).toMatchObject({
      method: "initialize",
      params: {
        protocolVersion: "2025-06-18",
        capabilities: { sampling: {}, roots: { listChanged: true } },
        clientInfo: { name: "test" },
      },
    });
    expect(lines.filter((line) => line.includes("notifications/initialized"))).toHaveLength(1);
  });

  test("that failed is tried again by the next client", async () => {
    const { proxy } = await start();
    const bad = await ask(proxy.url, { body: `{"jsonrpc":"2.0","id":"x","method":"initialize"}` });
    expect(JSON.parse(bad.text)).toMatchObject({ id: "x" });

    expect(await (await openClient(proxy.url)).call("echo", { message: "m" })).toBe("m");
  });

  test("is never preceded by anything, even for a server that cannot bear it", async () => {
    const { proxy, server } = await start(["--touchy"]);
    const early = await ask(proxy.url, { body: callTool(4, "echo", { message: "m" }) });
    expect(early.status).toBe(400);
    expect(JSON.parse(early.text)).toMatchObject({ id: 4, error: { code: -32000 } });
    const ping = await ask(proxy.url, { body: `{"jsonrpc":"2.0","id":5,"method":"ping"}` });
    expect(JSON.parse(ping.text)).toEqual({ jsonrpc: "2.0", id: 5, result: {} });
    expect(server.written()).toBe("");

    expect(await (await openClient(proxy.url)).call("echo", { message: "m" })).toBe("m");
  });
});
