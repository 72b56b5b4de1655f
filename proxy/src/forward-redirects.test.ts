import { createServer } from "node:http";
import { describe, expect, test } from "vitest";
import { listen, openStand, text } from "./forward-setup.ts";

const call = `{"jsonrpc":"2.0","id":7,"method":"tools/list"}`;

describe.each([301, 302, 307, 308])("%i", (status) => {
  test.each(["/mcp/", "mcp/", "{origin}/mcp/", "http://localhost:{port}/mcp/"])(
    "to %s is followed with method, headers and body",
    async (location) => {
      await using stand = await openStand(async (req, res) => {
        const body = await text(req);
        if (req.url !== "/mcp")
          return res.end(`${req.method} ${req.url} ${String(req.headers["mcp-session-id"])} ${body}`);
        const target = location
          .replace("{origin}", stand.upstreamOrigin)
          .replace("{port}", new URL(stand.upstreamOrigin).port);
        return res.writeHead(status, { Location: target, "Content-Length": 0 }).end();
      });
      const answer = await stand.ask("/mcp", { method: "POST", headers: { "Mcp-Session-Id": "s1" }, body: call });
      expect(answer).toMatchObject({ status: 200, body: `POST /mcp/ s1 ${call}` });
    },
  );
});

test("GET and DELETE follow too, and the query is the one that the server names", async () => {
  await using stand = await openStand((req, res) => {
    if (req.url?.startsWith("/a")) return res.writeHead(307, { Location: "/b?x=2" }).end("see there");
    return res.end(`${req.method} ${req.url}`);
  });
  expect((await stand.ask("/a?x=1")).body).toBe("GET /b?x=2");
  expect((await stand.ask("/a?x=1", { method: "DELETE" })).body).toBe("DELETE /b?x=2");
});

test.each([300, 303, 304])("%i is the client's to read", async (status) => {
  await using stand = await openStand((_, res) => res.writeHead(status, { Location: "/b" }).end());
  expect(await stand.ask("/mcp")).toMatchObject({ status, headers: { location: "/b" } });
});

test("a redirect that names no place is passed on", async () => {
  await using stand = await openStand((_, res) => res.writeHead(302).end());
  expect((await stand.ask("/mcp")).status).toBe(302);
});

test.each(["http://{foreign}/mcp", "//{foreign}/mcp", "https://{own}/mcp", "http://user@evil.example/", "http://["])(
  "a redirect to %s is not followed",
  async (location) => {
    let strangers = 0;
    await using foreign = createServer((_, res) => {
      strangers += 1;
      res.end();
    });
    const { host } = new URL(await listen(foreign));
    await using stand = await openStand((_, res) => {
      const own = new URL(stand.upstreamOrigin).host;
      res.writeHead(307, { Location: location.replace("{foreign}", host).replace("{own}", own) }).end();
    });
    const answer = await stand.ask("/mcp", { method: "POST", body: call });
    expect(answer.status).toBe(502);
    expect(JSON.parse(answer.body)).toMatchObject({
      id: 7,
      error: { code: -32603, message: expect.stringContaining("another host") },
    });
    expect(strangers).toBe(0);
    expect(stand.notices).toMatchObject([{ level: "warn" }]);
  },
);

test("ten redirects in a row are followed, eleven are not", async () => {
  await using stand = await openStand((req, res) => {
    const left = Number(req.url!.slice(1));
    if (left === 0) return res.end("there");
    return res.writeHead(307, { Location: `/${left - 1}` }).end();
  });
  expect((await stand.ask("/10")).body).toBe("there");
  const answer = await stand.ask("/11", { method: "POST", body: call });
  expect(answer).toMatchObject({ status: 502, body: expect.stringContaining("in circles") });
});

test("a body of declared length is sent again whole, even while the client is still sending it", async () => {
  await using stand = await openStand(async (req, res) => {
    if (req.url === "/a") {
      req.once("data", () => {
        res.writeHead(307, { Location: "/b", "Content-Length": 0 }).end();
        socket.write("b".repeat(1_000_000));
      });
      return;
    }
    const body = await text(req);
    res.end(`${body.length} ${body.at(0)}${body.at(-1)}`);
  });
  const head = "POST /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2000000\r\n\r\n";
  const socket = stand.raw(head + "a".repeat(1_000_000));
  expect(await text(socket)).toContain("2000000 ab");
});

test("a body of undeclared length is sent again while it is small, else the redirect fails", async () => {
  await using stand = await openStand(async (req, res) => {
    const body = await text(req);
    if (req.url === "/a") return res.writeHead(307, { Location: "/b" }).end();
    return res.end(String(body.length));
  });
  const headers = { "Transfer-Encoding": "chunked" };
  expect((await stand.ask("/a", { method: "POST", headers, body: "x".repeat(60_000) })).body).toBe("60000");
  expect((await stand.ask("/a", { method: "POST", headers, body: "x".repeat(600_000) })).status).toBe(502);
});

test("a redirect's own endless body does not hold the request up", async () => {
  await using stand = await openStand((req, res) => {
    if (req.url === "/b") return res.end("there");
    const pump = (): void => {
      while (!res.destroyed && res.write(Buffer.alloc(65_536)));
    };
    res.writeHead(307, { Location: "/b" }).on("drain", pump);
    return pump();
  });
  expect((await stand.ask("/a", { method: "POST", body: call })).body).toBe("there");
});
