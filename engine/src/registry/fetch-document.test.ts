import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createFetchDocument, type DocumentRequest } from "./fetch-document.ts";
import { HOST, lookupOf, serve, testFetch } from "./source-fixture.ts";

const signal = new AbortController().signal;
const ask = (url: string, more: Partial<DocumentRequest> = {}): DocumentRequest => ({
  url,
  allowPrivateIp: true,
  signal,
  ...more,
});

describe("a document", () => {
  test("comes with what says later whether it changed", async () => {
    const { url } = await serve((_, response) => response.setHeader("etag", '"1"').end("[]"));
    const validators = { etag: '"1"', last_modified: undefined };
    expect(await testFetch()(ask(url))).toEqual({ kind: "document", text: "[]", validators });
  });

  test("that did not change is not sent again", async () => {
    const { url, requests } = await serve((_, response) => response.writeHead(304).end());
    const validators = { etag: '"1"', last_modified: "Mon, 13 Oct 2025 00:18:49 GMT" };
    expect(await testFetch()(ask(url, { validators }))).toEqual({ kind: "unchanged" });
    expect(requests[0]?.headers).toMatchObject({
      "if-none-match": '"1"',
      "if-modified-since": "Mon, 13 Oct 2025 00:18:49 GMT",
    });
  });

  test.each([
    ["gzip", gzipSync("[1]")],
    ["x-gzip", gzipSync("[1]")],
    ["br", brotliCompressSync("[1]")],
    ["identity", Buffer.from("[1]")],
  ])("is unpacked from %s", async (encoding, body) => {
    const { url } = await serve((_, response) => response.setHeader("content-encoding", encoding).end(body));
    expect(await testFetch()(ask(url))).toMatchObject({ text: "[1]" });
  });

  test.each([
    ["a status other than 200", 500, {}, "", "status 500"],
    ["not changed, for somebody without a copy", 304, {}, "", "status 304"],
    ["text that is not UTF-8", 200, {}, Buffer.from([0xff, 0xfe]), "not UTF-8"],
    ["an unknown packing", 200, { "content-encoding": "zstd" }, "x", `"zstd"`],
    ["broken packing", 200, { "content-encoding": "gzip" }, "no gzip", "Z_DATA_ERROR"],
    ["cut packing", 200, { "content-encoding": "gzip" }, gzipSync("x".repeat(99)).subarray(0, 15), "Z_BUF_ERROR"],
  ])("answered with %s is refused", async (_, status, headers, body, line) => {
    const { url } = await serve((_request, response) => response.writeHead(status, headers).end(body));
    const refused = await testFetch()(ask(url)).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "invalid_input", message: expect.stringContaining(line) });
  });
});

describe("RG-06 limits", () => {
  test("a body that says it is too large is not read", async () => {
    const { url } = await serve((_, response) => response.setHeader("content-length", 2000).write("x"));
    await expect(testFetch({ maxBytes: 1000 })(ask(url))).rejects.toThrow("it is larger than");
  });

  test("a body without an end is cut at the size limit", async () => {
    const { url } = await serve((_, response) => {
      const more = (): void => void (response.writable && response.write("x".repeat(10_000), more));
      more();
    });
    await expect(testFetch({ maxBytes: 1_000_000 })(ask(url))).rejects.toThrow("it is larger than 1 MiB");
  });

  test.each([
    ["gzip", gzipSync(Buffer.alloc(50_000_000))],
    ["br", brotliCompressSync(Buffer.alloc(50_000_000))],
  ])("a small %s body that unpacks to a large one is cut at the size limit", async (encoding, body) => {
    const { url } = await serve((_, response) => response.setHeader("content-encoding", encoding).end(body));
    await expect(testFetch({ maxBytes: 1_000_000 })(ask(url))).rejects.toThrow("it is larger than 1 MiB");
  });

  test("a packed body that never gives a byte is cut at the size limit", async () => {
    const nothing = gzipSync("");
    const { url } = await serve((_, response) => {
      response.setHeader("content-encoding", "gzip");
      const more = (): void =>
        void (response.writable && response.write(Buffer.concat(Array.from({ length: 500 }, () => nothing)), more));
      more();
    });
    await expect(testFetch({ maxBytes: 100_000 })(ask(url))).rejects.toThrow("it is larger than");
  });

  test.each([
    ["a server that says nothing", () => undefined],
    ["a body that stops", (response: { write(text: string): unknown }) => response.write("[")],
  ])("%s is given up after the time limit", async (_, handle) => {
    const { url } = await serve((_request, response) => void handle(response));
    await expect(testFetch({ totalMs: 100 })(ask(url))).rejects.toThrow("it takes longer than 0.1 s");
  });

  test("a connection that is accepted and never encrypted is given up", async () => {
    const { url } = await serve(() => undefined, "http");
    const silent = url.replace("http:", "https:");
    const refused = testFetch({ connectMs: 100 })(ask(silent));
    await expect(refused).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("an abort ends the call with the reason of whoever aborted", async () => {
    const leaving = new AbortController();
    const { url } = await serve((_, response) => {
      response.write("[");
      leaving.abort(new Error("gone"));
    });
    await expect(testFetch()(ask(url, { signal: leaving.signal }))).rejects.toThrow("gone");
  });
});

describe("RG-05 private addresses", () => {
  const fetchPublic = (...addresses: string[]) => testFetch({ lookup: lookupOf(...addresses) });

  test.each(["127.0.0.1", "10.0.0.1", "169.254.169.254", "100.100.100.200", "::1", "fd00::1", "::ffff:8.8.8.8"])(
    "a name that means %s is refused, and nothing is sent",
    async (address) => {
      const { url, requests } = await serve((_, response) => response.end("[]"));
      const refused = fetchPublic(address)(ask(url, { allowPrivateIp: false }));
      await expect(refused).rejects.toThrow(`it is on a private address; set "allow_private_ip" to true`);
      expect(requests).toEqual([]);
    },
  );

  test.each(["127.0.0.1", "127.1", "2130706433", "0x7f000001", "[::1]", "[::ffff:7f00:1]", "[::ffff:127.0.0.1]", "0"])(
    "the address %s itself is refused without a look-up",
    async (host) => {
      const lookup = lookupOf("8.8.8.8");
      const refused = testFetch({ lookup })(ask(`https://${host}/r.json`, { allowPrivateIp: false }));
      await expect(refused).rejects.toThrow("it is on a private address");
      expect(lookup.names).toEqual([]);
    },
  );

  test("a name that turns private after a first look-up is refused: what is checked is what is connected to", async () => {
    const { url, requests } = await serve((_, response) => response.end("[]"));
    const lookup = lookupOf("127.0.0.1", "8.8.8.8");
    await expect(testFetch({ lookup })(ask(url, { allowPrivateIp: false }))).rejects.toThrow("private address");
    expect([lookup.names.length, requests.length]).toEqual([1, 0]);
  });

  test("without permission only https is spoken", async () => {
    const refused = testFetch()(ask(`http://${HOST}/r.json`, { allowPrivateIp: false }));
    await expect(refused).rejects.toThrow("its address has to be https");
  });

  test("with permission a private address may be read, without encryption too", async () => {
    const { url } = await serve((_, response) => response.end("[]"), "http");
    expect(await testFetch()(ask(url))).toMatchObject({ text: "[]" });
  });
});

describe("RG-05 redirects", () => {
  const redirectTo = (location: string, status = 302) =>
    serve((_, response) => response.writeHead(status, { location }).end());

  test.each([301, 302, 303, 307, 308])("%d is followed", async (status) => {
    const target = await serve((_, response) => response.end("[2]"));
    const { url } = await redirectTo(target.url, status);
    expect(await testFetch()(ask(url))).toMatchObject({ text: "[2]" });
  });

  test("a relative one is followed, and the fourth is not", async () => {
    const { url, requests } = await serve((request, response) => {
      response.writeHead(302, { location: `${request.url}x` }).end();
    });
    await expect(testFetch()(ask(url))).rejects.toThrow("it redirects more than 3 times");
    expect(requests.map(({ url: path }) => path?.length)).toEqual([14, 15, 16, 17]);
  });

  test("from https to http is refused, even where private addresses are allowed", async () => {
    const target = await serve((_, response) => response.end("[]"), "http");
    const { url } = await redirectTo(target.url);
    await expect(testFetch()(ask(url))).rejects.toThrow("it redirects from https to an address without encryption");
    expect(target.requests).toEqual([]);
  });

  test.each([
    ["https://u:p@registry.test/", "user name or password"],
    ["file:///etc/passwd", "without encryption"],
    ["https://", "no address"],
  ])("to %s is refused", async (location, line) => {
    const { url } = await redirectTo(location);
    await expect(testFetch()(ask(url))).rejects.toThrow(line);
  });

  test("to a private address is refused", async () => {
    const target = await serve((_, response) => response.end("[]"));
    // Stands in for a public server: the first look-up passes the check and is then connected to loopback.
    const { url } = await redirectTo(target.url.replace(HOST, "inside.test"));
    const fetchDocument = testFetch({ lookup: disguised({ public: HOST }) });
    await expect(fetchDocument(ask(url, { allowPrivateIp: false }))).rejects.toThrow("it is on a private address");
    expect(target.requests).toEqual([]);
  });
});

test.each([
  ["a host that does not exist", "ENOTFOUND", "its host is not known"],
  ["a look-up that fails for now", "EAI_AGAIN", "its host cannot be looked up now"],
])("%s is told in words", async (_, code, line) => {
  const lookup = testFetch({ lookup: (_name, _options, done) => done(Object.assign(new Error("no"), { code }), []) });
  await expect(lookup(ask("https://nowhere.test/r.json"))).rejects.toThrow(line);
});

test("a certificate that is not trusted is refused", async () => {
  const { url } = await serve((_, response) => response.end("[]"));
  const untrusting = createFetchDocument({ lookup: lookupOf("127.0.0.1") });
  await expect(untrusting(ask(url))).rejects.toThrow("DEPTH_ZERO_SELF_SIGNED_CERT");
});

test("nothing listening is told in words", async () => {
  await expect(testFetch()(ask("https://registry.test:1/r.json"))).rejects.toThrow("nothing listens there");
});

/** IPv4 by way of a public translation prefix cannot be reached here, so the address object itself plays two parts. */
function disguised({ public: name }: { public: string }) {
  const lookup: ReturnType<typeof lookupOf> = Object.assign(
    (host: string, _options: object, done: (error: null, found: { address: string; family: number }[]) => void) => {
      let reads = 0;
      const shown = {
        family: 4,
        get address() {
          return host === name && reads++ === 0 ? "8.8.8.8" : "127.0.0.1";
        },
      };
      done(null, [shown]);
    },
    { names: [] as string[] },
  ) as ReturnType<typeof lookupOf>;
  return lookup;
}
