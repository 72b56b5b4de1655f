import { describe, expect, test } from "vitest";
import { start, until } from "./bridge-setup.ts";
import { ask, callTool, openClient, openEvents, parse, textOf } from "./http-setup.ts";

const MIB = 1024 * 1024;

describe("PX-06 a server's", () => {
  test("lines that are no messages are skipped, and reported without their contents", async () => {
    const { proxy } = await start();
    const client = await openClient(proxy.url);
    expect(await client.call("garbage")).toBe("after garbage");
    expect(JSON.stringify(proxy.notices)).toContain("not a JSON-RPC message");
    expect(JSON.stringify(proxy.notices)).not.toContain("3000");
  });

  test("characters may come in pieces", async () => {
    const { proxy } = await start();
    expect(await (await openClient(proxy.url)).call("split")).toBe("grüße 👋");
  });

  test("answers of several megabytes arrive whole, as JSON and as an event", async () => {
    const { proxy } = await start();
    const { headers } = await openClient(proxy.url);
    for (const Accept of ["application/json", "text/event-stream"]) {
      const { text } = await ask(proxy.url, {
        headers: { ...headers, Accept },
        body: callTool(1, "big", { bytes: 9 * MIB }),
      });
      expect(textOf(text.startsWith("{") ? text : text.split("data: ")[1]!.trim())).toHaveLength(9 * MIB);
    }
  });

  test.each([{ isIdFirst: true }, { isIdFirst: false }])(
    "line of 200 MiB fails its request, and nobody else's ($isIdFirst)",
    async ({ isIdFirst }) => {
      const { proxy } = await start();
      const client = await openClient(proxy.url);
      const before = process.memoryUsage().rss;
      const huge = client.send(callTool("big", "huge-line", { mebibytes: 200, isIdFirst }));
      const small = Array.from({ length: 5 }, (_, index) =>
        client.call("slow", { ms: index * 20, message: `m${index}` }),
      );

      const answer = await huge;
      expect(answer.status).toBe(502);
      expect(parse(answer.text)).toMatchObject({ id: "big", error: { code: -32603 } });
      expect(await Promise.all(small)).toEqual(["m0", "m1", "m2", "m3", "m4"]);
      expect(process.memoryUsage().rss - before).toBeLessThan(150 * MIB);
    },
  );

  test("messages may come as an array", async () => {
    const { proxy } = await start();
    const client = await openClient(proxy.url);
    const text = `[{"jsonrpc":"2.0","id":$ID,"result":{"content":[{"text":"in an array"}]}},{"jsonrpc":"2.0","id":1,"result":{}}]\n`;
    expect(await client.call("raw", { text })).toBe("in an array");
  });

  test("carriage returns between tokens do not break events", async () => {
    const { proxy } = await start();
    const { headers } = await openClient(proxy.url);
    const text = `{"jsonrpc":"2.0",\r"id":$ID,"result":{\r"content":[{"text":"one line"}]}}\n`;
    const stream = await openEvents(proxy.url, {
      headers: { ...headers, Accept: "text/event-stream" },
      body: callTool(1, "raw", { text }),
    });
    expect(textOf(await stream.next())).toBe("one line");
  });

  test("silence fails a request in time and tells the server, and progress counts as life", async () => {
    const { proxy, server } = await start([], { limits: { answerMs: 1500 } });
    const client = await openClient(proxy.url);
    const alive = client.send(callTool(1, "progress", { steps: 40, ms: 50, message: "made it" }, { progressToken: 1 }));
    const silent = await client.send(callTool(2, "never"));

    expect(silent.status).toBe(504);
    expect(parse(silent.text)).toMatchObject({ id: 2, error: { code: -32603 } });
    expect((await alive).text).toContain("made it");
    await until(() => server.written().includes("notifications/cancelled"));
  });

  test("refusal to read is passed on to who sends, and ends with it", async () => {
    const { proxy } = await start([], { limits: { queuedMessages: 5, queuedBytes: MIB } });
    const client = await openClient(proxy.url);
    await client.call("deaf", { ms: 1000 });
    const fill = callTool("fill", "echo", { message: "x".repeat(MIB / 2) });
    const answers = await Promise.all(Array.from({ length: 12 }, () => client.send(fill)));

    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(parse(refused[0]!.text)).toMatchObject({ id: "fill", error: { code: -32603 } });
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(await client.call("echo", { message: "m" })).toBe("m");
  });
});
