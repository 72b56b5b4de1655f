import { createServer } from "node:http";
import { describe, expect, test } from "vitest";
import { closedOrigin, listen } from "./forward-setup.ts";
import { ask, callTool, parse } from "./http-setup.ts";
import { authority, mirror, reflected, remote, startRemote, startSecureServer } from "./remote-setup.ts";

describe("RW-04 trouble with a remote server is one clear line:", () => {
  const problemOf = async (upstream: Parameters<typeof startRemote>[0]) => {
    const proxy = await startRemote(upstream);
    const { status, text } = await ask(`${proxy.origin}/mcp`, { body: callTool("a", "x") });
    return [status, (parse(text)["error"] as { message: string }).message];
  };

  test("an unknown host, a refused connection, no TLS", async () => {
    expect(await problemOf(remote("https://no-such-host.invalid/mcp"))).toEqual([
      502,
      expect.stringMatching(/^cannot reach workload "fixture": its host name (?:is not known|could not be looked up)$/),
    ]);
    const closed = await closedOrigin();
    expect(await problemOf(remote(closed))).toEqual([502, 'cannot reach workload "fixture": connection refused']);
    await using plain = createServer((_, res) => res.end());
    const origin = (await listen(plain)).replace("http", "https");
    expect(await problemOf(remote(origin))).toEqual([
      502,
      expect.stringContaining("no secure connection could be agreed on"),
    ]);
  });

  test("a certificate of an unknown authority, of another host, or of another time", async () => {
    const { origin } = await startSecureServer(mirror);
    const { ca: _, ...untrusting } = remote(origin);
    expect(await problemOf(untrusting)).toEqual([
      502,
      expect.stringContaining("an authority that is not trusted here"),
    ]);
    const other = await startSecureServer(mirror, authority.issue({ hosts: ["example.com"] }));
    expect(await problemOf(remote(other.origin))).toEqual([502, expect.stringContaining("is for another host name")]);
    const old = await startSecureServer(mirror, authority.issue({ hosts: ["localhost"], validFor: -60_000 }));
    expect(await problemOf(remote(old.origin))).toEqual([502, expect.stringContaining("its certificate has expired")]);
  });

  test("401 comes with what the server wants to be shown, 403 with the reason", async () => {
    const { origin } = await startSecureServer((req, res) => {
      req.resume();
      const status = req.url === "/401" ? 401 : 403;
      res.writeHead(status, {
        "Content-Type": "text/html",
        "WWW-Authenticate": 'Bearer resource_metadata="https://a/b"',
      });
      res.end("<html>no</html>");
    });
    for (const status of [401, 403]) {
      const proxy = await startRemote(remote(`${origin}/${status}`));
      const answer = await ask(`${proxy.origin}/mcp`, { body: callTool(1, "x") });
      expect(answer).toMatchObject({
        status,
        headers: { "www-authenticate": 'Bearer resource_metadata="https://a/b"' },
      });
      expect(parse(answer.text)).toMatchObject({
        id: 1,
        error: { message: expect.stringContaining(`answers ${status}: it`) },
      });
      expect(proxy.notices).toMatchObject([{ level: "warn", text: expect.stringContaining(`answers ${status}`) }]);
    }
  });

  test("a JSON body of a 401 is the server's own", async () => {
    const { origin } = await startSecureServer((req, res) => {
      req.resume();
      res
        .writeHead(401, { "Content-Type": "application/json", "WWW-Authenticate": "Bearer" })
        .end('{"error":"expired"}');
    });
    const proxy = await startRemote(remote(origin));
    expect(await ask(`${proxy.origin}/mcp`, { body: callTool(1, "x") })).toMatchObject({
      status: 401,
      headers: { "www-authenticate": "Bearer" },
      text: '{"error":"expired"}',
    });
  });
});

test("RW-05 a call is never sent twice, although its connection was closed in the moment it was used again", async () => {
  let posts = 0;
  const { origin } = await startSecureServer((req, res) => {
    posts += 1;
    if (posts === 1) return mirror(req, res);
    req.socket.destroy();
  });
  const proxy = await startRemote(remote(`${origin}/mcp`));
  await reflected(`${proxy.origin}/mcp`, { body: callTool(1, "x") });
  const { status } = await ask(`${proxy.origin}/mcp`, { body: callTool(2, "x") });
  expect([status, posts]).toEqual([502, 2]);
});
