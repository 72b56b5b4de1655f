import { expect, test } from "vitest";
import { createOriginGuard } from "./origin-guard.ts";

const loopback = createOriginGuard("127.0.0.1");
const everywhere = createOriginGuard("0.0.0.0");

test.each(["localhost", "LOCALHOST:8080", "127.0.0.1:1", "[::1]", "[::1]:8080"])(
  "on loopback the host %s is this machine",
  (host) => {
    expect(loopback({ host })).toBeUndefined();
  },
);

test.each(["evil.example", "127.0.0.1.evil.example", "10.0.0.1:8080", "", "localhost@evil.example", "[::1", undefined])(
  "BI-05 on loopback the host %j is another machine",
  (host) => {
    expect(loopback({ host })).toMatch(/"Host"/);
  },
);

test.each([
  "http://evil.example",
  "null",
  "",
  "http://localhost.evil.example",
  "http://localhost@evil.example",
  "file://",
])("BI-05 the origin %j is another site", (origin) => {
  expect(loopback({ host: "localhost", origin })).toMatch(/"Origin"/);
});

test("a page of this machine may call, over http or https and from any port", () => {
  for (const origin of ["http://localhost:3000", "https://127.0.0.1", "http://[::1]:5"]) {
    expect(loopback({ host: "localhost", origin })).toBeUndefined();
  }
});

test("on an open address any host may be named, and a page is trusted only from the same literal address", () => {
  expect(everywhere({ host: "build.example:8080" })).toBeUndefined();
  expect(everywhere({ host: "10.0.0.5:8080", origin: "http://10.0.0.5:3000" })).toBeUndefined();
  expect(everywhere({ host: "10.0.0.5:8080", origin: "http://10.0.0.6:3000" })).toMatch(/"Origin"/);
  expect(everywhere({ host: "rebound.example", origin: "http://rebound.example" })).toMatch(/"Origin"/);
});
