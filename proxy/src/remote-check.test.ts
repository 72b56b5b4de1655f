import { createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { closedOrigin, listen } from "./forward-setup.ts";
import { ask, callTool } from "./http-setup.ts";
import { mirror, reflected, remote, startRemote, startSecureServer } from "./remote-setup.ts";

const SECRET = "Bearer s3cr3t-value";

describe("RW-06 a check of a remote server", () => {
  const signal = AbortSignal.timeout(60_000);

  test("asks for as little as can be, without credentials, and not again soon", async () => {
    const seen: string[] = [];
    const { origin } = await startSecureServer((req, res) => {
      seen.push(`${req.method} ${req.url} ${req.headers.authorization}`);
      res.writeHead(405).end();
    });
    const proxy = await startRemote(remote(`${origin}/mcp?key=1`, { Authorization: SECRET }));
    for (let turn = 0; turn < 5; turn += 1) expect(await proxy.check({ signal })).toEqual({ healthy: true });
    expect(seen).toEqual(["OPTIONS /mcp undefined"]);
  });

  test("is spared while the server answers clients", async () => {
    const methods: string[] = [];
    const { origin } = await startSecureServer((req, res) => {
      methods.push(req.method!);
      mirror(req, res);
    });
    const proxy = await startRemote(remote(`${origin}/mcp`));
    await reflected(`${proxy.origin}/mcp`, { body: callTool(1, "x") });
    expect(await proxy.check({ signal })).toEqual({ healthy: true });
    expect(methods).toEqual(["POST"]);
  });

  test("is not spared once a client could not reach it", async () => {
    let isThere = true;
    const { origin } = await startSecureServer((req, res) => {
      if (isThere) return mirror(req, res);
      return req.socket.destroy();
    });
    const proxy = await startRemote(remote(`${origin}/mcp`));
    const call = () => ask(`${proxy.origin}/mcp`, { body: callTool(1, "x") });
    await call();
    isThere = false;
    expect((await call()).status).toBe(502);
    expect(await proxy.check({ signal })).toMatchObject({ healthy: false });
  });

  test("finds one that is gone, one behind a gateway without it, and one that is silent", async () => {
    const gone = await startRemote(remote((await closedOrigin()).replace("http", "https")));
    expect(await gone.check({ signal })).toEqual({
      healthy: false,
      reason: expect.stringContaining("connection refused"),
    });
    const gateway = await startSecureServer((_, res) => res.writeHead(503).end());
    const behind = await startRemote(remote(gateway.origin));
    expect(await behind.check({ signal })).toEqual({ healthy: false, reason: expect.stringContaining("answers 503") });
    const silent = createServer((socket) => void socket.resume());
    const slow = await startRemote(remote((await listen(silent)).replace("http", "https")));
    expect(await slow.check({ signal: AbortSignal.timeout(30) })).toEqual({
      healthy: false,
      reason: expect.stringContaining("in time"),
    });
    onTestFinished(() => void silent.close());
  });

  test("says that credentials are not accepted as long as clients find that, and until there are others", async () => {
    let isOpen = false;
    const { origin } = await startSecureServer((req, res) => {
      req.resume();
      res.writeHead(isOpen ? 200 : 401).end();
    });
    const proxy = await startRemote(remote(`${origin}/mcp`));
    const call = (): Promise<unknown> => ask(`${proxy.origin}/mcp`, { body: callTool(1, "x") });
    await call();
    expect(await proxy.check({ signal })).toEqual({ healthy: false, reason: expect.stringContaining("answers 401") });
    isOpen = true;
    await call();
    expect(await proxy.check({ signal })).toEqual({ healthy: true });
    isOpen = false;
    await call();
    proxy.connect(remote(`${origin}/mcp`, { Authorization: SECRET }));
    expect(await proxy.check({ signal })).toEqual({ healthy: true });
  });
});
