import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { describe, expect, test } from "vitest";
import { createEngineClient, type RawConnection } from "./engine-client.ts";
import { openFakeEngine, sendJson } from "./fake-engine.ts";

describe("calls", () => {
  test("carry the API version, the query and a JSON body", async () => {
    let body = "";
    await using engine = await openFakeEngine({
      answer: (request, response) => {
        request.on("data", (chunk: Buffer) => (body += chunk.toString()));
        request.on("end", () => sendJson(response, 201, { Id: "a" }));
      },
    });
    using client = createEngineClient(engine.socketPath);
    const request = {
      method: "POST",
      path: "/containers/create",
      query: { name: "a b" },
      body: { Image: "x" },
    } as const;
    expect(await client.call(request)).toEqual({ status: 201, body: { Id: "a" } });
    expect(engine.requests).toEqual(["POST /v1.41/containers/create?name=a+b"]);
    expect(JSON.parse(body)).toEqual({ Image: "x" });
  });

  test("that the engine refuses end in one line with its own words", async () => {
    await using engine = await openFakeEngine({
      answer: (_, response) => sendJson(response, 409, { message: "the name is\n  in use" }),
    });
    using client = createEngineClient(engine.socketPath);
    const refused = client.ask("create the container", { method: "POST", path: "/containers/create" });
    await expect(refused).rejects.toMatchObject({
      code: "already_exists",
      message: "cannot create the container: the name is in use",
    });
    const allowed = client.ask("create the container", { method: "POST", path: "/x" }, { also: [409] });
    await expect(allowed).resolves.toMatchObject({ status: 409 });
  });

  test("to a socket that is not there say which, and what to do", async () => {
    using client = createEngineClient("/nonexistent/engine.sock");
    await expect(client.call({ method: "GET", path: "/info" })).rejects.toMatchObject({
      code: "runtime_unavailable",
      message:
        'cannot reach the container engine at "/nonexistent/engine.sock": there is no such socket; start Docker or Podman',
    });
  });

  test("whose answer breaks off in the middle are unavailable", async () => {
    await using engine = await openFakeEngine({
      answer: (_, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": 100 });
        response.write("[1,", () => response.destroy());
      },
    });
    using client = createEngineClient(engine.socketPath);
    const broken = client.call({ method: "GET", path: "/containers/json" });
    await expect(broken).rejects.toMatchObject({ code: "runtime_unavailable" });
  });

  test("end with the reason of a signal that fires", async () => {
    await using engine = await openFakeEngine({ answer: () => stop.abort(reason) });
    const stop = new AbortController();
    const reason = new Error("not any more");
    using client = createEngineClient(engine.socketPath);
    const call = client.call({ method: "GET", path: "/info" }, { signal: stop.signal });
    await expect(call).rejects.toBe(reason);
  });

  test("that read are repeated when the engine closed the kept connection; those that change are not", async () => {
    let drops = 0;
    await using engine = await openFakeEngine({
      answer: (request, response) => {
        const isLater = engine.requests.length > 1;
        if (isLater && drops === 0) {
          drops++;
          request.socket.destroy();
        } else sendJson(response, 200, engine.requests.length);
      },
    });
    using client = createEngineClient(engine.socketPath);
    await client.call({ method: "GET", path: "/a" });
    expect(await client.call({ method: "GET", path: "/b" })).toEqual({ status: 200, body: 3 });
    drops = 0;
    const change = client.call({ method: "POST", path: "/c" });
    await expect(change).rejects.toMatchObject({ code: "runtime_unavailable" });
    expect(engine.requests.filter((request) => request === "POST /v1.41/c")).toHaveLength(1);
  });
});

describe("streams of lines", () => {
  test("give each value as soon as its line is there, however it was cut", async () => {
    await using engine = await openFakeEngine({
      answer: (_, response) => {
        response.write('{"a":1}\n{"b":');
        setImmediate(() => response.write('"ü"}\r\n\n[3'));
        setImmediate(() => response.end("]"));
      },
    });
    using client = createEngineClient(engine.socketPath);
    const answer = await client.stream({ method: "GET", path: "/events" });
    const seen: unknown[] = [];
    if ("lines" in answer) for await (const value of answer.lines) seen.push(value);
    expect(seen).toEqual([{ a: 1 }, { b: "ü" }, [3]]);
  });

  test("break off as unavailable when the engine goes away", async () => {
    await using engine = await openFakeEngine({ answer: (_, response) => void response.write("1\n") });
    using client = createEngineClient(engine.socketPath);
    const answer = await client.stream({ method: "GET", path: "/events" });
    const lines = "lines" in answer ? answer.lines[Symbol.asyncIterator]() : undefined;
    expect(await lines?.next()).toMatchObject({ value: 1 });
    const next = lines?.next();
    await engine.stop();
    await expect(next).rejects.toMatchObject({ code: "runtime_unavailable" });
  });

  test("are an ordinary answer when the engine refuses", async () => {
    await using engine = await openFakeEngine({
      answer: (_, response) => sendJson(response, 500, { message: "no" }),
    });
    using client = createEngineClient(engine.socketPath);
    const answer = await client.stream({ method: "GET", path: "/events" });
    expect(answer).toEqual({ status: 500, body: { message: "no" } });
  });
});

describe("raw connections", () => {
  const CONSENT = "HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n";

  test("are asked for without a body, and keep the bytes that come along with the consent", async () => {
    let asked: IncomingMessage | undefined;
    let peer: Duplex | undefined;
    await using engine = await openFakeEngine({
      upgrade: (request, socket) => {
        asked = request;
        peer = socket;
        socket.write(`${CONSENT}early`);
      },
    });
    using client = createEngineClient(engine.socketPath);
    const path = "/containers/a/attach";
    const answer = await client.upgrade({ method: "POST", path, query: { stream: "1" } });
    expect(asked?.url).toBe("/v1.41/containers/a/attach?stream=1");
    expect(asked?.headers).toMatchObject({ "content-length": "0", connection: "Upgrade", upgrade: "tcp" });
    expect(asked?.headers).not.toHaveProperty("transfer-encoding");
    const { socket, head } = answer as RawConnection;
    expect(head.toString()).toBe("early");
    socket.write("input");
    expect(String((await once(peer!, "data"))[0])).toBe("input");
    socket.destroy();
  });

  test("outlive the signal of the call that made them", async () => {
    let peer: Duplex | undefined;
    await using engine = await openFakeEngine({
      upgrade: (_, socket) => {
        peer = socket;
        socket.write(CONSENT);
      },
    });
    using client = createEngineClient(engine.socketPath);
    const stop = new AbortController();
    const request = { method: "POST", path: "/containers/a/attach" } as const;
    const { socket } = (await client.upgrade(request, { signal: stop.signal })) as RawConnection;
    stop.abort();
    socket.write("input");
    expect(String((await once(peer!, "data"))[0])).toBe("input");
    socket.destroy();
  });

  test("that are refused are an ordinary answer", async () => {
    await using engine = await openFakeEngine({
      upgrade: (_, socket) => void socket.end("HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnone"),
    });
    using client = createEngineClient(engine.socketPath);
    const answer = await client.upgrade({ method: "POST", path: "/containers/a/attach" });
    expect(answer).toEqual({ status: 404, body: Buffer.from("none") });
  });

  test("cannot be made to an engine that is gone", async () => {
    using client = createEngineClient("/nonexistent/engine.sock");
    const attempt = client.upgrade({ method: "POST", path: "/containers/a/attach" });
    await expect(attempt).rejects.toMatchObject({ code: "runtime_unavailable" });
  });
});
