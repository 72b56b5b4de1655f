import { mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import { type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Log } from "../log.ts";
import { makeCertificate } from "./certificate-fixture.ts";
import { createFetchDocument, type FetchDocument, type FetchOptions } from "./fetch-document.ts";
import type { Lookup } from "./public-lookup.ts";

export const HOST = "registry.test";
const certificate = makeCertificate(HOST);

export interface TestSource {
  /** Of a host that only `lookupOf` knows. */
  readonly url: string;
  readonly requests: http.IncomingMessage[];
}

/** A real server on loopback, gone with the test. */
export async function serve(handle: http.RequestListener, protocol: "http" | "https" = "https"): Promise<TestSource> {
  const requests: http.IncomingMessage[] = [];
  const listener: http.RequestListener = (request, response) => {
    requests.push(request);
    handle(request, response);
  };
  const server = protocol === "https" ? https.createServer(certificate, listener) : http.createServer(listener);
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket.once("close", () => sockets.delete(socket))));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `${protocol}://${HOST}:${(server.address() as AddressInfo).port}/registry.json`, requests };
}

/** Every name means these addresses, one call after the other, the last one for good. */
export function lookupOf(...addresses: string[]): Lookup & { readonly names: string[] } {
  const names: string[] = [];
  const lookup: Lookup = (name, { all }, done) => {
    const address = addresses[Math.min(names.length, addresses.length - 1)] ?? "";
    names.push(name);
    const family = address.includes(":") ? 6 : 4;
    queueMicrotask(() => (all ? done(null, [{ address, family }]) : done(null, address, family)));
  };
  return Object.assign(lookup, { names });
}

/** A fetcher that trusts the test servers and finds them. */
export const testFetch = (options: FetchOptions = {}): FetchDocument =>
  createFetchDocument({ ca: certificate.cert, lookup: lookupOf("127.0.0.1"), ...options });

export interface LogLine {
  readonly level: string;
  readonly text: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export function recordingLog(): Log & { readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  const at = (level: string) => (fields: object, text: string) =>
    void lines.push({ level, text, fields: fields as LogLine["fields"] });
  return { lines, debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "registry-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The smallest entry worth having. */
export const entry = (image: string) => ({ image, description: "Does something useful.", tools: ["do"] });

export const registryText = (servers: Record<string, unknown>, more: object = {}): string =>
  JSON.stringify({ version: "1.2.3", last_updated: "2025-10-13T00:18:49Z", servers, ...more });
