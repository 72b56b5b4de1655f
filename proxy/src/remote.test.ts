import { once } from "node:events";
import { createServer as createPlainServer } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { closedOrigin, portOf } from "./forward-setup.ts";
import { ask, callTool, json, openEvents, parse } from "./http-setup.ts";
import { mirror, reflected, remote, startRemote, startSecureServer } from "./remote-setup.ts";

const SECRET = "Bearer s3cr3t-value";

describe("RW-01 a remote server", () => {
  test("is reached over TLS at its own path and query, by the usual path and by its own", async () => {
    const { origin } = await startSecureServer(mirror);
    const proxy = await startRemote(remote(`${origin}/v1/tools?key=a%20b&x=1`));
    expect(await reflected(`${proxy.origin}/mcp`)).toMatchObject({
      url: "/v1/tools?key=a%20b&x=1",
      headers: { host: new URL(origin).host },
    });
    expect(await reflected(`${proxy.origin}/mcp?y=%2F&x=2&key`)).toMatchObject({
      url: "/v1/tools?key=a%20b&x=1&y=%2F",
    });
    expect(await reflected(`${proxy.origin}/v1/tools`)).toMatchObject({ url: "/v1/tools?key=a%20b&x=1" });
    expect(await reflected(`${proxy.origin}/.well-known/x?a=1`)).toMatchObject({ url: "/.well-known/x?a=1" });
  });

  test.each([
    ["", "/mcp", "/"],
    ["/", "/mcp", "/"],
    ["/?k=1", "/", "/?k=1"],
    ["/mcp", "/mcp", "/mcp"],
    ["/mcp/", "/mcp", "/mcp/"],
  ])("at %j is reached by %s", async (path, asked, expected) => {
    const { origin } = await startSecureServer(mirror);
    const proxy = await startRemote(remote(origin + path));
    expect(await reflected(proxy.origin + asked)).toMatchObject({ url: expected });
  });

  test("on plain HTTP and IPv6 is reached too", async () => {
    await using server = createPlainServer(mirror);
    await once(server.listen(0, "::1"), "listening");
    const proxy = await startRemote({ kind: "remote", url: `http://[::1]:${portOf(server)}/a`, headers: {} });
    expect(await reflected(`${proxy.origin}/mcp`)).toMatchObject({
      url: "/a",
      headers: { host: `[::1]:${portOf(server)}` },
    });
    await proxy[Symbol.asyncDispose]();
    server.closeAllConnections();
  });

  test("is asked over connections that stay open, until the proxy lets go of it", async () => {
    const { origin, connections } = await startSecureServer(mirror);
    const proxy = await startRemote(remote(`${origin}/mcp`));
    for (let call = 0; call < 5; call += 1)
      await reflected(`${proxy.origin}/mcp`, { body: json({ id: 1, method: "ping" }) });
    expect(connections()).toBe(1);
    proxy.disconnect("stopped");
    expect((await ask(`${proxy.origin}/mcp`, { body: json({ id: 1, method: "ping" }) })).status).toBe(503);
    proxy.connect(remote(`${origin}/mcp`));
    await reflected(`${proxy.origin}/mcp`);
    expect(connections()).toBe(2);
  });

  test("may compress its answers when the client says that it may", async () => {
    const { origin } = await startSecureServer((req, res) => {
      res.setHeader("Content-Encoding", "gzip");
      res.end(gzipSync(String(req.headers["accept-encoding"])));
    });
    const proxy = await startRemote(remote(`${origin}/mcp`));
    const answer = await ask(`${proxy.origin}/mcp`, {
      method: "GET",
      headers: { "Accept-Encoding": "gzip", Accept: "*/*" },
    });
    expect(answer.headers["content-encoding"]).toBe("gzip");
  });
});

describe("RW-02 configured headers", () => {
  test("take the place of a client's, whose own authorization stays here", async () => {
    const { origin } = await startSecureServer(mirror);
    const proxy = await startRemote(
      remote(`${origin}/mcp`, { Authorization: SECRET, "X-Api-Key": " key\n", "X-Name": "grüß" }),
    );
    const { headers, raw } = await reflected(`${proxy.origin}/mcp`, {
      body: json({ id: 1, method: "ping" }),
      headers: { Authorization: "Bearer client", "x-api-key": "client", "X-Other": "1", Connection: "x-api-key" },
    });
    expect(headers).toMatchObject({ authorization: SECRET, "x-api-key": "key", "x-other": "1" });
    expect(raw.filter((name) => /^(?:authorization|x-api-key)$/i.test(name))).toHaveLength(2);
    expect(Buffer.from(headers["x-name"]!, "latin1").toString()).toBe("grüß");
  });

  test("go to the server's own address and to nothing else on its host", async () => {
    const { origin } = await startSecureServer(mirror);
    const proxy = await startRemote(remote(`${origin}/mcp?key=1`, { Authorization: SECRET }));
    for (const path of [
      "/admin",
      "/mcp/../admin",
      "/mcp/x",
      "//mcp",
      "/MCP",
      "/.well-known/oauth-protected-resource",
    ]) {
      const { headers, url } = await reflected(proxy.origin + path).catch(() => ({ headers: {}, url: "" }));
      expect([path, headers]).not.toEqual([path, expect.objectContaining({ authorization: SECRET })]);
      expect(url).not.toContain("key=1");
    }
  });

  test("can be others from one request to the next, and no stream ends", async () => {
    const { origin } = await startSecureServer((req, res) => {
      if (req.method !== "GET") return mirror(req, res);
      res.writeHead(200, { "Content-Type": "text/event-stream" }).write("data: 1\n\n");
    });
    const proxy = await startRemote(remote(`${origin}/mcp`, { "X-Key": "old" }));
    const events = await openEvents(`${proxy.origin}/mcp`);
    expect(await events.next()).toBe("1");
    proxy.connect(remote(`${origin}/mcp`, { "X-Key": "new" }));
    expect((await reflected(`${proxy.origin}/mcp`, { body: json({ id: 1, method: "ping" }) })).headers["x-key"]).toBe(
      "new",
    );
    expect(proxy.activity().sessions).toBe(0);
    events.close();
    await events.ended;
  });

  test("that HTTP does not allow are refused without their value", async () => {
    const proxy = await startRemote(remote("https://localhost/mcp"));
    for (const [name, value] of [
      ["X-Key", "s3cr3t\r\nX-Evil: 1"],
      ["X Key", "s3cr3t"],
    ] as const) {
      const connecting = (): void => proxy.connect(remote("https://localhost/mcp", { [name]: value }));
      expect(connecting).toThrow(
        expect.objectContaining({ code: "invalid_input", message: expect.not.stringMatching(/s3cr3t/) }),
      );
      expect(connecting).toThrow(new RegExp(`^cannot send header "${name}"`));
    }
  });

  test("are in no answer, notice or finding, whatever goes wrong", async () => {
    const secrets = { Authorization: SECRET };
    const { origin } = await startSecureServer((req, res) => {
      req.resume();
      res.writeHead(302, { Location: "https://elsewhere.invalid/?token=s3cr3t" }).end();
    });
    const closed = (await closedOrigin()).replace("http", "https");
    for (const url of [`${origin}/mcp?key=s3cr3t`, `${closed}/mcp?key=s3cr3t`]) {
      const proxy = await startRemote(remote(url, secrets));
      const { status, text, headers } = await ask(`${proxy.origin}/mcp`, { body: callTool(1, "x") });
      const health = await proxy.check({ signal: AbortSignal.timeout(5000) });
      expect(status).toBe(502);
      expect(JSON.stringify([text, headers, proxy.notices, health])).not.toMatch(/s3cr3t/);
    }
  });
});

describe("RW-03 a redirect", () => {
  test("to a page, not to another place of the server, is not passed on", async () => {
    const { origin } = await startSecureServer((req, res) => {
      req.resume();
      res.writeHead(303, { Location: "/login" }).end();
    });
    const proxy = await startRemote(remote(`${origin}/mcp`));
    const { status, headers } = await ask(`${proxy.origin}/mcp`, { body: callTool(7, "x") });
    expect([status, headers.location]).toEqual([502, undefined]);
  });

  test("inside the server's origin is followed with body and headers", async () => {
    const { origin } = await startSecureServer(async (req, res) => {
      if (req.url === "/mcp") return void res.writeHead(307, { Location: "/mcp/" }).end();
      let body = "";
      for await (const chunk of req) body += String(chunk);
      res.end(`${req.method} ${req.url} ${req.headers.authorization} ${body}`);
    });
    const proxy = await startRemote(remote(`${origin}/mcp`, { Authorization: SECRET }));
    expect((await ask(`${proxy.origin}/mcp`, { body: "{}" })).text).toBe(`POST /mcp/ ${SECRET} {}`);
  });

  test.each([
    ["another host", () => "https://elsewhere.invalid/mcp"],
    ["another port", (origin: string) => origin.replace(/\d+$/, "1")],
    ["plain HTTP", (origin: string) => origin.replace("https", "http")],
    ["another name of the same machine", (origin: string) => origin.replace("localhost", "127.0.0.1")],
  ])("to %s is not followed and says what address to use", async (_, to) => {
    let asked = 0;
    const { origin } = await startSecureServer((req, res) => {
      asked += 1;
      req.resume();
      res.writeHead(308, { Location: to(origin) }).end();
    });
    const proxy = await startRemote(remote(`${origin}/mcp`, { Authorization: SECRET }));
    const { status, text } = await ask(`${proxy.origin}/mcp`, { body: callTool(7, "x") });
    expect(status).toBe(502);
    expect(parse(text)).toMatchObject({
      id: 7,
      error: { message: expect.stringContaining(`redirects to another host; use "${new URL(to(origin)).origin}"`) },
    });
    expect(asked).toBe(1);
  });
});
