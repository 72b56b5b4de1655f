import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { createGuard } from "./guard.ts";

const passes = (bindHost: string, headers: { host?: string; origin?: string }): boolean =>
  createGuard(bindHost)({ headers } as IncomingMessage) === undefined;

test("a loopback address is reached under its own names only", () => {
  for (const bind of ["127.0.0.1", "localhost", "::1", "127.0.0.53"]) {
    for (const host of ["localhost:8080", "LOCALHOST", "127.0.0.1:1", "[::1]:443"])
      expect(passes(bind, { host })).toBe(true);
    for (const host of ["", "evil.example", "localhost.", "127.0.0.1:80:80", "[::1", "localhost:80@evil.example"]) {
      expect(passes(bind, { host })).toBe(false);
    }
  }
  expect(passes("127.0.0.53", { host: "127.0.0.53:80" })).toBe(true);
  expect(passes("127.0.0.1", {})).toBe(false);
});

test("another address is reached under any name, but by pages from this machine only", () => {
  const bind = "0.0.0.0";
  expect(passes(bind, { host: "box.lan:8080" })).toBe(true);
  expect(passes(bind, { host: "192.168.1.5:8080", origin: "http://192.168.1.5:8080" })).toBe(true);
  expect(passes(bind, { host: "192.168.1.5:8080", origin: "http://localhost:3000" })).toBe(true);
  // Whoever owns a name can make it lead here; then page and address agree, and yet it is somebody else's page.
  expect(passes(bind, { host: "evil.example", origin: "http://evil.example" })).toBe(false);
  expect(passes(bind, { host: "192.168.1.5", origin: "http://192.168.1.6" })).toBe(false);
  expect(passes(bind, { host: "192.168.1.5", origin: "null" })).toBe(false);
});
