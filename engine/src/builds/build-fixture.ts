import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { createImages, type Images } from "../images/images.ts";
import { type Tap, tapInto, uniqueName } from "../runtime/conformance-context.ts";
import { openContainerEngine } from "../runtime/container-engine.ts";
import { createEngineClient } from "../runtime/engine-client.ts";
import type { ContainerRuntime, ContainerSpec, Labels } from "../runtime/runtime.ts";
import type { BuildSettings } from "./build-settings.ts";

const run = promisify(execFile);
const log = { debug() {}, info() {}, warn() {}, error() {} };
const baseImages = {
  npx: "thv-fixture/node:latest",
  uvx: "thv-fixture/python:latest",
  go: "thv-fixture/go:latest",
  goRuntime: "thv-fixture/node:latest",
};

export interface Workshop extends AsyncDisposable {
  readonly runtime: ContainerRuntime;
  readonly images: Images;
  readonly signal: AbortSignal;
  /** Accepts and builds, as a workload does; the image goes when the test is over. */
  build(reference: string): Promise<{ id: string; texts: string[] }>;
  /** Starts a container of it, attached. */
  start(image: string, overrides?: Partial<ContainerSpec>): Promise<Tap>;
  /** Whether any byte of an image's layers, its configuration or its history is this text. */
  holds(image: string, text: string): Promise<boolean>;
}

/** For tests against a real engine: builds with the fixture images as base, and leaves nothing behind. */
export async function openWorkshop(socket: string, settings: Partial<BuildSettings>): Promise<Workshop> {
  const runtime = await openContainerEngine(socket);
  const buildSettings = { baseImages, additionalPackages: [], ...settings };
  const images = createImages({ runtime, log, buildSettings });
  const { signal } = new AbortController();
  const labels: Labels = { "toolhaven.test": uniqueName() };
  const built = new Set<string>();

  return {
    runtime,
    images,
    signal,

    async build(reference) {
      const texts: string[] = [];
      const accepted = await images.accept(reference, { signal });
      const onProgress = (text: string): void => void texts.push(text);
      const { id } = await images.ensure({ reference, ...accepted }, { signal, onProgress });
      built.add(id);
      return { id, texts };
    },

    async start(image, overrides) {
      const id = await runtime.create({ name: uniqueName(), image, env: {}, labels, ...overrides });
      const tap = tapInto(await runtime.attach(id));
      await runtime.start(id);
      return tap;
    },

    async holds(image, text) {
      using client = createEngineClient(socket);
      const details = await Promise.all(
        ["json", "history"].map(async (what) => client.call({ method: "GET", path: `/images/${image}/${what}` })),
      );
      if (JSON.stringify(details).includes(text)) return true;
      const { stdout } = await run("sh", [
        "-c",
        `curl -s --unix-socket "$0" "http://engine/v1.41/images/$1/get" | grep -acF -- "$2" || true`,
        socket,
        image,
        text,
      ]);
      return stdout.trim() !== "0";
    },

    async [Symbol.asyncDispose]() {
      for (const { id } of await runtime.list(labels)) await runtime.remove(id);
      for (const id of built) await runtime.removeImage(id);
      await images[Symbol.asyncDispose]();
      await runtime[Symbol.asyncDispose]();
    },
  };
}

/** What this machine's own tools are configured with, so that a build reaches what they reach. */
export async function machineSettings({
  caCertificate,
}: Pick<BuildSettings, "caCertificate">): Promise<Partial<BuildSettings>> {
  const ask = async (program: string, ...words: string[]): Promise<string | undefined> =>
    run(program, words).then(
      ({ stdout }) => stdout.trim() || undefined,
      () => undefined,
    );
  return {
    caCertificate,
    npmRegistry: await ask("npm", "config", "get", "registry"),
    pipIndexUrl: await ask("python3", "-m", "pip", "config", "get", "global.index-url"),
    goProxy: await ask("go", "env", "GOPROXY"),
  };
}

export interface Authority {
  readonly key: string;
  readonly cert: string;
  /** Path of `cert`. */
  readonly path: string;
}

/** A certificate that vouches for itself and this machine's loopback, as a company's would for its proxy. */
export async function makeAuthority(folder: string): Promise<Authority> {
  const [keyPath, path] = [join(folder, "key.pem"), join(folder, "ca.pem")];
  const subject = ["-subj", "/CN=Test Authority", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  await run("openssl", ["req", "-x509", ...kind, ...subject, "-keyout", keyPath, "-out", path]);
  return { key: await readFile(keyPath, "utf8"), cert: await readFile(path, "utf8"), path };
}

/** Takes connections and never says a word. */
export async function openSilence(): Promise<AsyncDisposable & { url: string; connected: Promise<void> }> {
  const sockets = new Set<{ destroy(): void }>();
  let connect!: () => void;
  const connected = new Promise<void>((resolve) => {
    connect = resolve;
  });
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    connect();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    connected,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The handshake of MCP and one list of tools over a container's standard streams. */
export async function toolsOf(tap: Tap): Promise<string[]> {
  const say = (message: object): unknown => tap.say(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clientInfo = { name: "test", version: "1" };
  say({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
  await tap.until(({ stdout, ends }) => ends > 0 || answers(stdout).has(1));
  expect(tap.ends, tap.stderr).toBe(0);
  say({ method: "notifications/initialized" });
  say({ id: 2, method: "tools/list" });
  await tap.until(({ stdout, ends }) => ends > 0 || answers(stdout).has(2));
  const { tools } = answers(tap.stdout).get(2) as { tools: Array<{ name: string }> };
  return tools.map(({ name }) => name);
}

function answers(stdout: string): Map<number, unknown> {
  const lines = stdout.split("\n").slice(0, -1);
  const messages = lines.map((line) => JSON.parse(line) as { id?: number; result?: unknown });
  return new Map(messages.flatMap(({ id, result }) => (id === undefined ? [] : [[id, result]])));
}
