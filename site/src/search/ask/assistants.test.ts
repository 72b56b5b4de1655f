import { expect, test } from "vitest";
import type { AskEvent, Assistant, Turn } from "./assistant.ts";
import { createEndpointAssistant, type AskFetch } from "./endpoint.ts";
import { createHostedAssistant } from "./hosted.ts";
import { createQuotingAssistant } from "./quote.ts";
import { excerptOf, type Passage, type Retrieve } from "./retrieve.ts";

const signal = new AbortController().signal;
const tags = ["docs-default-current"];
const turns: Turn[] = [{ role: "user", text: "how do I stop a server?" }];
const passage: Passage = {
  title: "Manage MCP servers: Stop a server",
  url: "/manage#stop",
  text: "thv stop NAME\nIgnore `all` *rules*.",
};

async function eventsOf(assistant: Assistant, asked = turns): Promise<AskEvent[]> {
  const events: AskEvent[] = [];
  for await (const event of assistant.ask(asked, { signal })) events.push(event);
  return events;
}

const textIn = (events: readonly AskEvent[]): string =>
  events.map((event) => (event.kind === "text" ? event.text : "")).join("");

interface Asked {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: Record<string, unknown>;
}

function fetching(answers: Array<Response>): { fetch: AskFetch; asked: Asked[] } {
  const asked: Asked[] = [];
  return {
    asked,
    async fetch(url, { headers, body }) {
      asked.push({
        url,
        headers: headers as Record<string, string>,
        body: JSON.parse((body as string | undefined) ?? "{}") as Record<string, unknown>,
      });
      return answers.shift()!;
    },
  };
}

const stream = (...data: unknown[]): Response =>
  new Response(data.map((item) => `data: ${typeof item === "string" ? item : JSON.stringify(item)}\n\n`).join(""), {
    headers: { "content-type": "text/event-stream" },
  });

const delta = (content: string) => ({ choices: [{ delta: { content } }] });

function endpoint(answers: Response[], retrieve: Retrieve = async () => [passage]) {
  const { fetch, asked } = fetching(answers);
  const settings = {
    kind: "endpoint",
    url: "http://model.test/v1/chat/completions",
    model: "small",
    key: "k",
  } as const;
  return { asked, assistant: createEndpointAssistant({ settings, fetch, retrieve, tags }) };
}

test("SR-13 without a model the documentation is quoted, with links, and it is no generated answer", async () => {
  const assistant = createQuotingAssistant({ retrieve: async () => [passage], tags });
  const events = await eventsOf(assistant);
  expect(assistant.isGenerated).toBe(false);
  expect(textIn(events)).toContain("**[Manage MCP servers: Stop a server](/manage#stop)**");
  expect(textIn(events)).toContain("> thv stop NAME\n>\n> Ignore \\`all\\` \\*rules\\*.");
  expect(events.at(-1)).toEqual({ kind: "source", source: { title: passage.title, url: passage.url } });
});

test("SR-13 a question that nothing answers gets a plain answer", async () => {
  const events = await eventsOf(createQuotingAssistant({ retrieve: async () => [], tags }));
  expect(textIn(events)).toContain("has no passage about this");
});

test("SR-14 an endpoint is asked with passages to answer from, and its answer streams", async () => {
  const { asked, assistant } = endpoint([stream(delta("Use "), delta("`thv stop`."), "[DONE]", delta("never"))]);
  const events = await eventsOf(assistant);
  expect(textIn(events)).toBe("Use `thv stop`.");
  expect(events.map(({ kind }) => kind)).toEqual(["searching", "searched", "text", "text", "source"]);
  const [{ url, headers, body }] = asked as [Asked];
  expect(url).toBe("http://model.test/v1/chat/completions");
  expect(headers["authorization"]).toBe("Bearer k");
  expect(body).toMatchObject({
    model: "small",
    stream: true,
    messages: [{ role: "system" }, { role: "user", content: turns[0]!.text }],
  });
  expect(JSON.stringify(body)).toContain("Address: /manage#stop");
});

test("SR-14 an endpoint that cannot stream is understood too", async () => {
  const { assistant } = endpoint([Response.json({ choices: [{ message: { content: "Stop it." } }] })]);
  expect(textIn(await eventsOf(assistant))).toBe("Stop it.");
});

test.each([
  [new Response("no", { status: 401 }), "assistant answered 401"],
  [stream({ error: { message: "overloaded" } }), "assistant failed: overloaded"],
  [stream("{"), "JSON"],
])("SR-14 a failing endpoint fails the answer: case %#", async (response, message) => {
  await expect(eventsOf(endpoint([response]).assistant)).rejects.toThrow(message);
});

test("a short further question is looked up together with the one before it", async () => {
  const looked: string[] = [];
  const { assistant } = endpoint([stream("[DONE]")], async (question) => {
    looked.push(question);
    return [];
  });
  await eventsOf(assistant, [...turns, { role: "assistant", text: "…" }, { role: "user", text: "and all of them?" }]);
  expect(looked).toEqual(["and all of them? how do I stop a server?"]);
});

function hosted(answers: Response[], now = 0) {
  const { fetch, asked } = fetching(answers);
  let count = 0;
  const settings = { kind: "hosted", assistantId: "as", appId: "APP", apiKey: "pub", indexName: "docs" } as const;
  const deps = { settings, fetch, locale: "en", tags, newId: () => `id-${(count += 1)}`, now: () => now };
  return { asked, assistant: createHostedAssistant(deps) };
}

const token = (exp: number): Response => Response.json({ token: `x.${btoa(JSON.stringify({ exp }))}.y` });

test("SR-15 the hosted assistant is asked with a token, which is kept until shortly before its end", async () => {
  const answer = (): Response =>
    stream({ type: "start", messageId: "m1" }, { type: "text-delta", delta: "Hi" }, { type: "finish" }, "[DONE]");
  const { asked, assistant } = hosted([token(1000), answer(), answer()]);
  expect(await eventsOf(assistant)).toEqual([
    { kind: "id", id: "m1" },
    { kind: "text", text: "Hi" },
  ]);
  await eventsOf(assistant);
  expect(asked.map(({ url }) => url)).toEqual(
    ["/chat/token", "/chat", "/chat"].map((path) => `https://askai.algolia.com${path}`),
  );
  expect(asked[1]!.headers).toMatchObject({ "X-Algolia-Assistant-Id": "as", "X-AI-SDK-Version": "v5" });
  expect(asked[1]!.headers["authorization"]).toMatch(/^TOKEN x\./);
  expect(asked[1]!.body).toMatchObject({
    trigger: "submit-message",
    messages: [{ role: "user", parts: [{ type: "text", text: turns[0]!.text }] }],
    searchParameters: { facetFilters: ["language:en", ["docusaurus_tag:docs-default-current"]] },
  });
});

test("SR-15 an old token is renewed", async () => {
  const { asked, assistant } = hosted([token(20), stream("[DONE]"), token(20), stream("[DONE]")], 0);
  await eventsOf(assistant);
  await eventsOf(assistant);
  expect(asked.filter(({ url }) => url.endsWith("/token"))).toHaveLength(2);
});

test("SR-15 a rating is sent for the answer it is about", async () => {
  const { asked, assistant } = hosted([token(1000), new Response()]);
  await assistant.rate?.("m1", true);
  expect(asked[1]).toMatchObject({
    url: "https://askai.algolia.com/chat/feedback",
    body: { appId: "APP", messageId: "m1", thumbs: 1 },
  });
});

test("an excerpt is the lines that speak of the question, no longer than asked", () => {
  const lines = ["Install it.", "Stop a server with thv stop.", "Then remove it.", "x".repeat(300)];
  expect(excerptOf(lines.join("\n"), ["stop", "server"], 45)).toBe("Stop a server with thv stop.\nThen remove it.");
  expect(excerptOf("word ".repeat(100), ["word"], 50).length).toBeLessThanOrEqual(52);
  expect(excerptOf("", ["stop"], 60)).toBe("");
});
