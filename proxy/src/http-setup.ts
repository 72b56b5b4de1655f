import { once } from "node:events";
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { onTestFinished } from "vitest";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export type Headers = Readonly<Record<string, string>>;

export const ACCEPT_BOTH = { Accept: "application/json, text/event-stream" };

export interface Ask {
  readonly method?: string;
  readonly headers?: Headers;
  readonly body?: string | Buffer;
}

export function send(url: string, { method = "POST", headers = {}, body }: Ask): ClientRequest {
  const outgoing = request(url, {
    method,
    agent: false,
    headers: { "Content-Type": "application/json", ...ACCEPT_BOTH, ...headers },
  });
  outgoing.on("error", () => undefined);
  outgoing.end(body);
  return outgoing;
}

export async function ask(url: string, options: Ask): Promise<Answer> {
  const [res] = (await once(send(url, options), "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of res.setEncoding("utf8")) text += String(chunk);
  return { status: res.statusCode ?? 0, headers: res.headers, text };
}

export const json = (message: object): string => JSON.stringify({ jsonrpc: "2.0", ...message });

export const callTool = (id: unknown, name: string, args: object = {}, meta?: object): string =>
  json({ id, method: "tools/call", params: { name, arguments: args, ...(meta && { _meta: meta }) } });

export const initializeBody = (id: unknown = 0, capabilities: object = {}, protocolVersion = "2025-11-25"): string =>
  json({
    id,
    method: "initialize",
    params: { protocolVersion, capabilities, clientInfo: { name: "test", version: "1" } },
  });

/** The events of a stream, as they come. */
export interface EventReader {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The data of the next event; rejects at the end of the stream. */
  next(): Promise<string>;
  /** Every comment line so far. */
  readonly comments: string[];
  readonly ended: Promise<unknown>;
  close(): void;
}

export async function openEvents(url: string, options: Ask = { method: "GET" }): Promise<EventReader> {
  const outgoing = send(url, options);
  const [res] = (await once(outgoing, "response")) as [IncomingMessage];
  const comments: string[] = [];
  const ready: string[] = [];
  const waiting: Array<{ resolve: (data: string) => void; reject: (error: Error) => void }> = [];
  let text = "";
  res.setEncoding("utf8");
  res.on("error", () => undefined);
  res.on("data", (chunk: string) => {
    const events = (text + chunk).split("\n\n");
    text = events.pop()!;
    for (const event of events) {
      const lines = event.split("\n");
      comments.push(...lines.filter((line) => line.startsWith(":")));
      const data = lines.filter((line) => line.startsWith("data: ")).map((line) => line.slice(6));
      if (data.length === 0) continue;
      const waiter = waiting.shift();
      if (waiter === undefined) ready.push(data.join("\n"));
      else waiter.resolve(data.join("\n"));
    }
  });
  const ended = new Promise((resolve) => res.on("close", resolve));
  void ended.then(() => {
    for (const { reject } of waiting) reject(new Error("the stream ended"));
  });
  onTestFinished(() => void outgoing.destroy());
  return {
    status: res.statusCode ?? 0,
    headers: res.headers,
    comments,
    ended,
    next: () =>
      ready.length > 0
        ? Promise.resolve(ready.shift()!)
        : new Promise((resolve, reject) => waiting.push({ resolve, reject })),
    close: () => void outgoing.destroy(),
  };
}

/** A client of Streamable HTTP without manners of its own. */
export interface TestClient {
  readonly headers: Headers;
  /** The raw answer to a raw message. */
  send(body: string, headers?: Headers): Promise<Answer>;
  /** The text that the tool gave. */
  call(name: string, args?: object): Promise<string>;
}

export async function openClient(
  url: string,
  options: { capabilities?: object; version?: string } = {},
): Promise<TestClient> {
  const { capabilities = {}, version = "2025-11-25" } = options;
  const opened = await ask(url, { body: initializeBody(0, capabilities, version) });
  if (opened.status !== 200) throw new Error(`initialize: ${opened.status} ${opened.text}`);
  const headers = {
    "Mcp-Session-Id": String(opened.headers["mcp-session-id"]),
    "MCP-Protocol-Version": version,
  };
  let lastId = 0;
  const client: TestClient = {
    headers,
    send: (body, more = {}) => ask(url, { body, headers: { ...headers, ...more } }),
    async call(name, args = {}) {
      lastId += 1;
      return textOf((await client.send(callTool(lastId, name, args), { Accept: "application/json" })).text);
    },
  };
  await client.send(json({ method: "notifications/initialized" }));
  return client;
}

/** The text in the result of a tool. */
export function textOf(answer: string): string {
  const { result } = JSON.parse(answer) as { result?: { content?: Array<{ text: string }> } };
  const text = result?.content?.[0]?.text;
  if (text === undefined) throw new Error(`not a result: ${answer.slice(0, 500)}`);
  return text;
}

export function parse(text: string): Record<string, unknown> {
  const message: Record<string, unknown> = JSON.parse(text);
  return message;
}

export const openStream = (url: string, { headers }: TestClient): Promise<EventReader> =>
  openEvents(url, { method: "GET", headers });

export interface Seen {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly raw: string;
}

/** What the fixture server was sent, by its own account. */
export async function received(client: TestClient): Promise<Seen[]> {
  const seen: Seen[] = JSON.parse(await client.call("received"));
  return seen;
}
