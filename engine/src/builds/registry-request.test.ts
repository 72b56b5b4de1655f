import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { createRegistryClient } from "./registry-request.ts";
import { proxyFor } from "./proxy-choice.ts";

const { signal } = new AbortController();
const accept = "application/json";

async function serve(listener: RequestListener): Promise<AsyncDisposable & { url: URL; close(): void }> {
  const server = createServer(listener);
  server.on("connect", (request: IncomingMessage, socket) => {
    if (!request.headers["proxy-authorization"]) return void socket.end("HTTP/1.1 407 No\r\n\r\n");
    const [host = "", port = ""] = (request.url ?? "").split(":");
    const upstream = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return {
    url,
    close,
    async [Symbol.asyncDispose]() {
      close();
    },
  };
}

const withUser = (url: URL, user: string): URL => new URL(url.href.replace("://", `://${user}@`));

test("BD-08: a user and a password are sent, a user alone is a token where the registry knows such", async () => {
  await using server = await serve((request, response) => response.end(request.headers.authorization));
  const ask = createRegistryClient({});
  const pair = await ask({ url: withUser(server.url, "me:s%2Fcret"), accept, signal });
  expect(pair).toMatchObject({ text: `Basic ${Buffer.from("me:s/cret").toString("base64")}` });
  const token = await ask({ url: withUser(server.url, "tok"), accept, signal, takesTokens: true });
  expect(token).toMatchObject({ text: "Bearer tok" });
});

test("BD-08: a redirect is followed, to another host without the password", async () => {
  await using other = await serve((request, response) => response.end(`other ${request.headers.authorization}`));
  await using first = await serve((request, response) => {
    const location = request.url === "/here" ? "/there" : request.url === "/away" ? other.url.href : undefined;
    if (location) response.writeHead(302, { location }).end();
    else response.end(`same ${request.headers.authorization}`);
  });
  const ask = createRegistryClient({});
  const url = withUser(first.url, "me:secret");
  expect(await ask({ url: new URL("/here", url), accept, signal })).toMatchObject({
    text: expect.stringContaining("same Basic"),
  });
  expect(await ask({ url: new URL("/away", url), accept, signal })).toMatchObject({ text: "other undefined" });
});

test("a registry that sends in circles or does not listen could not be reached", async () => {
  await using server = await serve((_, response) => response.writeHead(302, { location: "/" }).end());
  const ask = createRegistryClient({});
  expect(await ask({ url: server.url, accept, signal })).toEqual({ kind: "unreachable", reason: "too many redirects" });
  server.close();
  expect(await ask({ url: server.url, accept, signal })).toEqual({ kind: "unreachable", reason: "ECONNREFUSED" });
});

test("BD-08: a proxy is asked in the registry's place, with its own password", async () => {
  await using proxy = await serve((request, response) =>
    response.end(`${request.url} ${request.headers["proxy-authorization"]}`),
  );
  const ask = createRegistryClient({ httpProxy: withUser(proxy.url, "p:w").href });
  const answer = await ask({ url: new URL("http://registry.example.test/a"), accept, signal });
  const basic = Buffer.from("p:w").toString("base64");
  expect(answer).toMatchObject({ text: `http://registry.example.test/a Basic ${basic}` });
});

test("BD-08: a secure address is reached through a tunnel; a proxy that refuses it is the reason", async () => {
  await using target = await serve((_, response) => response.end("not TLS"));
  await using proxy = await serve((_, response) => response.end());
  const url = new URL(`https://127.0.0.1:${target.url.port}/`);
  const refused = await createRegistryClient({ httpsProxy: proxy.url.href })({ url, accept, signal });
  expect(refused).toEqual({ kind: "unreachable", reason: "the proxy answered status 407" });
  const tunnelled = await createRegistryClient({ httpsProxy: withUser(proxy.url, "p:w").href })({
    url,
    accept,
    signal,
  });
  expect(tunnelled).toMatchObject({ kind: "unreachable", reason: expect.stringMatching(/SSL|EPROTO/) });
});

test("a signal that fires is no answer of the registry", async () => {
  await using server = await serve(() => undefined);
  const leaving = AbortSignal.timeout(20);
  const asking = createRegistryClient({})({ url: server.url, accept, signal: leaving });
  await expect(asking).rejects.toMatchObject({ name: "TimeoutError" });
});

test.each([
  ["https://a.example.test/", "", true],
  ["https://a.example.test/", "*", false],
  ["https://a.example.test/", "example.test", false],
  ["https://a.example.test/", ".example.test", false],
  ["https://a.example.test/", "other.test, A.example.test", false],
  ["https://a.example.test/", "ample.test", true],
  ["https://a.example.test/", "example.test:443", false],
  ["https://a.example.test/", "example.test:8443", true],
  ["http://a.example.test/", "", false],
])("%s with NO_PROXY=%j goes through the proxy: %j", (url, noProxy, expected) => {
  const proxy = proxyFor(new URL(url), { httpsProxy: "http://proxy.example.test:3128", noProxy });
  expect(proxy !== undefined).toBe(expected);
});
