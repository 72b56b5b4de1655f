import { once } from "node:events";
import { link, mkdtemp, readdir, stat, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import type { AnsweredCall } from "./call-log.ts";
import { SERVER_LIMITS, type ServerLimits } from "./http-server.ts";
import { listen, type Listening } from "./listen.ts";

const LOOPBACK = { host: "127.0.0.1", port: 0 };

/** An app with a call that ends when it is told to. */
function slowApp(): { app: Hono; started: Promise<void>; finish: () => void } {
  const app = new Hono();
  let begin: () => void;
  let finish: () => void = () => undefined;
  const started = new Promise<void>((resolve) => (begin = resolve));
  const finished = new Promise<void>((resolve) => (finish = resolve));
  app.get("/slow", async (c) => {
    begin();
    await finished;
    return c.text("done");
  });
  app.onError((_error, c) => c.text("the body broke off", 400));
  app.all("/", async (c) => {
    await c.req.text();
    return c.text("ok");
  });
  return { app, started, finish };
}

const open = async (limits: Partial<ServerLimits> = {}, answered: AnsweredCall[] = []): Promise<Listening> =>
  listen(slowApp().app, LOOPBACK, {
    limits: { ...SERVER_LIMITS, ...limits },
    calls: { during: (_id, work) => work(), answered: (entry) => answered.push(entry) },
  });

const portOf = ({ url }: Listening): number => Number(new URL(url).port);

/** All that comes back on one connection for these bytes. */
async function exchange(server: Listening, sent: string): Promise<string> {
  const socket = connect(portOf(server), "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(sent, "latin1");
  return readAll(socket);
}

async function readAll(socket: Socket): Promise<string> {
  let text = "";
  socket.setEncoding("utf8").on("data", (part: string) => (text += part));
  await once(socket, "close");
  return text;
}

async function call(socketPath: string, path = "/"): Promise<{ status: number; body: string; connection: string }> {
  const outgoing = request({ socketPath, path }).end();
  const [response] = await once(outgoing, "response");
  let body = "";
  for await (const chunk of response) body += chunk;
  return { status: response.statusCode, body, connection: response.headers.connection };
}

const inFolder = async (): Promise<string> => mkdtemp(join(tmpdir(), "thv-listen-"));

describe("what is no request of ours gets one plain line, and the connection ends", () => {
  const REFUSED: ReadonlyArray<readonly [what: string, sent: string, status: number, says: RegExp]> = [
    ["no HTTP at all", "\x16\x03\x01\0\0\r\n\r\n", 400, /not an HTTP request/],
    ["a method nobody knows", "FETCH / HTTP/1.1\r\nHost: a\r\n\r\n", 400, /not an HTTP request/],
    ["headers without end", `GET / HTTP/1.1\r\nA: ${"x".repeat(20_000)}`, 431, /16384/],
    [
      "a body cut in malformed pieces",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      400,
      /HTTP/,
    ],
    [
      "two lengths",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
      /HTTP/,
    ],
    ["a proxy's method", "CONNECT evil.example:443 HTTP/1.1\r\nHost: a\r\n\r\n", 405, /no proxy/],
    ["a backslash in the path", "GET /a\\b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 400, /malformed/],
    ["a host that is none", "GET / HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n", 400, /"Host" header/],
  ];

  test.each(REFUSED)("SV-05 %s", async (_, sent, status, says) => {
    await using server = await open();
    const answer = await exchange(server, sent);
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(body).toMatch(says);
    expect(body.endsWith("\n") && !body.trimEnd().includes("\n")).toBe(true);
    expect(head.toLowerCase()).toContain("content-type: text/plain");
  });
});

test("SV-05 a request that never ends is answered with 408, under an id the log knows", async () => {
  const answered: AnsweredCall[] = [];
  await using server = await open({ headersMs: 20, requestMs: 20 }, answered);
  const answer = await exchange(server, "GET / HTTP/1.1\r\nHost: a\r\nX: ");
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
  expect(answer.toLowerCase()).toContain(`x-request-id: ${answered[0]?.request_id}`);
});

test("SV-05 one connection too many is told so, and what it sent is not done", async () => {
  await using server = await open({ connections: 2 });
  const kept = [connect(portOf(server), "127.0.0.1"), connect(portOf(server), "127.0.0.1")];
  await Promise.all(kept.map((socket) => once(socket, "connect")));
  const answer = await exchange(server, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1.1 503 [\s\S]*too many connections/);
  expect(answer.match(/HTTP\/1.1/g)).toHaveLength(1);
  for (const socket of kept) socket.destroy();
});

test("a request without a host name, as HTTP/1.0 has it, reaches the app", async () => {
  await using server = await open();
  expect(await exchange(server, "GET / HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1.1 200 /);
});

describe("closing", () => {
  test("SV-08 running calls finish, new ones are refused with 503 meanwhile", async () => {
    const { app, started, finish } = slowApp();
    const socket = join(await inFolder(), "s");
    const server = await listen(app, { socket });
    const running = call(socket, "/slow");
    await started;

    const closed = server[Symbol.asyncDispose]();
    expect(await call(socket)).toEqual({
      status: 503,
      body: "the server is shutting down; try again in a moment\n",
      connection: "close",
    });
    finish();
    expect(await running).toMatchObject({ status: 200, body: "done" });
    await closed;
    await expect(call(socket)).rejects.toThrow(/ENOENT/);
  });

  test("SV-08 what does not finish in time is cut", async () => {
    const { app, started } = slowApp();
    const server = await listen(app, LOOPBACK, { limits: { ...SERVER_LIMITS, graceMs: 5 } });
    const running = fetch(`${server.url}/slow`);
    running.catch(() => undefined);
    await started;
    await server[Symbol.asyncDispose]();
    await expect(running).rejects.toThrow();
  });

  test("SV-08 idle connections hold nothing up", async () => {
    const server = await open();
    const silent = connect(portOf(server), "127.0.0.1");
    await once(silent, "connect");
    await (await fetch(server.url)).text();
    await server[Symbol.asyncDispose]();
    await once(silent, "close");
  });
});

describe("a unix socket", () => {
  test("SV-09 is for this user only, in a folder for this user only, and gone at the end", async () => {
    const folder = join(await inFolder(), "run", "thv");
    const socket = join(folder, "s");
    {
      await using server = await listen(slowApp().app, { socket });
      expect(server.url).toBe(`unix:${socket}`);
      expect((await stat(socket)).mode & 0o777).toBe(0o600);
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
      expect(await readdir(folder)).toEqual(["s"]);
      expect((await call(socket)).body).toBe("ok");
    }
    expect(await readdir(folder)).toEqual([]);
  });

  test("SV-09 that a killed server left is replaced", async () => {
    const socket = join(await inFolder(), "s");
    await leaveStale(socket);
    await using server = await listen(slowApp().app, { socket });
    expect((await call(socket)).status).toBe(200);
    expect(server.url).toContain(socket);
  });

  test("SV-09 on which somebody answers stays theirs", async () => {
    const socket = join(await inFolder(), "s");
    await using first = await listen(slowApp().app, { socket });
    await expect(listen(slowApp().app, { socket })).rejects.toMatchObject({
      code: "already_exists",
      message: `cannot listen on "${socket}": another program answers there`,
    });
    expect((await call(socket)).status).toBe(200);
    expect(first.url).toContain(socket);
  });

  test("SV-09 asked for by many at once is had by one", async () => {
    const folder = await inFolder();
    const socket = join(folder, "s");
    await leaveStale(socket);
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => listen(slowApp().app, { socket })));
    const winners = all.filter((outcome) => outcome.status === "fulfilled");
    expect(winners).toHaveLength(1);
    expect((await call(socket)).status).toBe(200);
    await winners[0]?.value[Symbol.asyncDispose]();
    expect(await readdir(folder)).toEqual([]);
  });

  test("SV-09 never replaces what is no socket", async () => {
    const file = join(await inFolder(), "notes.txt");
    await writeFile(file, "mine");
    await expect(listen(slowApp().app, { socket: file })).rejects.toThrow(/no socket/);
  });

  test("SV-09 with a path the system cannot hold is refused with the limit", async () => {
    const folder = await inFolder();
    const socket = join(folder, "x".repeat(107 - folder.length));
    await expect(listen(slowApp().app, { socket })).rejects.toMatchObject({
      message: expect.stringContaining("has 108 bytes"),
      hint: expect.stringContaining("107"),
    });
    await using server = await listen(slowApp().app, { socket: socket.slice(0, -1) });
    expect((await call(socket.slice(0, -1))).status).toBe(200);
    expect(server.url).toHaveLength("unix:".length + 107);
  });
});

test("SV-09 a port that is taken is refused with the flags to choose another", async () => {
  const owner = createServer().listen(0, "127.0.0.1");
  await once(owner, "listening");
  const { port } = owner.address() as { port: number };
  await expect(listen(slowApp().app, { host: "127.0.0.1", port })).rejects.toMatchObject({
    message: `cannot listen on 127.0.0.1:${port}: another program has the port`,
    hint: "choose another with --host and --port",
  });
  owner.close();
});

/** A socket file nobody listens on: what a kill leaves. The listening one is closed under another name. */
async function leaveStale(path: string): Promise<void> {
  const dead = createServer().listen(`${path}.dead`);
  await once(dead, "listening");
  await link(`${path}.dead`, path);
  dead.close();
  await once(dead, "close");
}
