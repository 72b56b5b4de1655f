import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copyImage } from "../runtime/copy-image.ts";
import { type Authority, machineSettings, makeAuthority, openSilence, openWorkshop, toolsOf } from "./build-fixture.ts";
import { openNpmRegistry } from "./npm-registry-fixture.ts";

const docker = process.env["THV_TEST_DOCKER_SOCKET"] ?? "/var/run/docker.sock";
const podman = process.env["THV_TEST_PODMAN_SOCKET"] ?? "/run/podman/podman.sock";
/** Of a machine whose network is looked into, as Node is told about it. */
const caCertificate = process.env["NODE_EXTRA_CA_CERTS"];
/** Compiling on a busy machine with two cores. */
const LONG_MS = 400_000;
const STAGE = { "toolhaven-build-stage": "first" };
const token = "token-0123456789abcdef";

/** Says how it was started, and whether it trusts a server with the certificate it is given. */
const PROGRAM = `#!/usr/bin/env node
const https = require("node:https");
const { KEY: key, CERT: cert } = process.env;
const server = https.createServer({ key, cert }, (_, answer) => answer.end()).listen(0, "127.0.0.1", () => {
  const { port } = server.address();
  const report = (trust) => {
    const { getuid, argv, env } = process;
    console.log(JSON.stringify({ trust, uid: getuid(), arguments: argv.slice(2), home: env.HOME, env: Object.keys(env) }));
    process.exit();
  };
  https.get({ host: "127.0.0.1", servername: "localhost", port }, () => report("yes")).on("error", ({ code }) => report(code));
});
`;

let folder: string;
let authority: Authority;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "thv-builds-"));
  authority = await makeAuthority(folder);
  await copyImage("thv-fixture/node:latest", { from: docker, to: podman });
});

afterAll(() => rm(folder, { recursive: true }));

describe.each([
  ["docker", docker],
  ["podman", podman],
])("builds with %s", (_, socket) => {
  const packages = { "@corp/server": { "1.0.0": PROGRAM }, broken: { "1.0.0": PROGRAM } };

  test("BD-06 BD-07 BD-08 BD-11: behind a company's certificate and password, the image runs and tells neither", async () => {
    await using registry = await openNpmRegistry({ packages, token, tls: authority });
    const npmRegistry = registry.url.replace("://", `://${token}@`);
    await using shop = await openWorkshop(socket, { npmRegistry, caCertificate: authority.path });
    const { id, texts } = await shop.build("npx://@corp/server");
    expect(texts).toContainEqual(
      expect.stringMatching(/^building "npx:\/\/@corp\/server@1\.0\.0": .*step \d+ of \d+: RUN \["npm",/),
    );

    const words = ["two words", "$(id)", `"`];
    const tap = await shop.start(id, { command: words, env: { KEY: authority.key, CERT: authority.cert } });
    await tap.until(({ ends }) => ends > 0);
    expect(JSON.parse(tap.stdout)).toMatchObject({ trust: "yes", uid: 1000, arguments: words, home: "/home/app" });
    expect(tap.stdout).not.toMatch(/npm_config_userconfig/i);

    expect(await shop.holds(id, "Test Authority")).toBe(false);
    expect(await shop.holds(id, "prepare.sh")).toBe(true);
    expect(await shop.holds(id, token)).toBe(false);
    await expect.poll(() => shop.runtime.listImages(STAGE), { timeout: 20_000 }).toEqual([]);
  });

  test("BD-07 BD-10: without the certificate the registry is not trusted, and the reason says so", async () => {
    await using registry = await openNpmRegistry({ packages, tls: authority });
    await using shop = await openWorkshop(socket, { npmRegistry: registry.url });
    await expect(shop.build("npx://@corp/server")).rejects.toThrow(/could not be reached \(\w*SELF_SIGNED\w*\)/);
    await expect(shop.build("npx://@corp/server@1.0.0")).rejects.toThrow(/^cannot build .* failed: .*SELF_SIGNED/s);
  });

  test("BD-10 BD-11: what npm says about a package is what the failure says, and nothing is left", async () => {
    await using registry = await openNpmRegistry({ packages, token });
    const npmRegistry = registry.url.replace("://", `://${token}@`);
    await using shop = await openWorkshop(socket, { npmRegistry });
    const pinned = { reference: "npx://nobody", imageId: "npx://nobody@1.0.0" };
    await expect(shop.images.ensure(pinned, { signal: shop.signal })).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringMatching(/^cannot build "npx:\/\/nobody@1\.0\.0": .*step \d+ of \d+ failed: .*E404/s),
    });
    await expect.poll(() => shop.runtime.listImages(STAGE), { timeout: 20_000 }).toEqual([]);
  });

  test("BD-08: a proxy is used for the build and forgotten after it", async () => {
    await using registry = await openNpmRegistry({ packages });
    await using silence = await openSilence();
    const httpProxy = silence.url.replace("://", "://me:proxy-password@");
    await using shop = await openWorkshop(socket, { npmRegistry: registry.url, httpProxy, noProxy: "127.0.0.1" });
    const { id } = await shop.build("npx://@corp/server");
    expect(await shop.holds(id, "proxy-password")).toBe(false);
  });

  test("BD-05 BD-11: one that nobody waits for ends in the engine, and nothing is left of it", async () => {
    await using silence = await openSilence();
    await using shop = await openWorkshop(socket, { npmRegistry: silence.url });
    const leaving = new AbortController();
    const pinned = { reference: "npx://slow", imageId: "npx://slow@1.0.0" };
    const building = shop.images.ensure(pinned, { signal: leaving.signal });
    building.catch(() => undefined);
    await silence.connected;
    leaving.abort(new Error("left"));
    await expect(building).rejects.toThrow("left");
    await expect.poll(() => shop.runtime.list(STAGE), { timeout: 20_000 }).toEqual([]);
    await expect.poll(() => shop.runtime.listImages(STAGE), { timeout: 20_000 }).toEqual([]);
  });
});

describe("real servers", () => {
  test("BD-06: an npm package speaks MCP, with its arguments", { timeout: LONG_MS }, async () => {
    await using shop = await openWorkshop(docker, await machineSettings({ caCertificate }));
    const { id } = await shop.build("npx://@modelcontextprotocol/server-everything");
    const tap = await shop.start(id, { command: ["stdio"] });
    expect(await toolsOf(tap)).toContain("echo");
  });

  test("BD-06: a Python package speaks MCP", { timeout: LONG_MS }, async () => {
    await using shop = await openWorkshop(docker, await machineSettings({ caCertificate }));
    const { id } = await shop.build("uvx://mcp-server-time");
    const tap = await shop.start(id, { command: ["--local-timezone", "Europe/Berlin"] });
    expect(await toolsOf(tap)).toContain("convert_time");
  });

  test("BD-06: a Go program of a module proxy runs", { timeout: LONG_MS }, async () => {
    await using shop = await openWorkshop(docker, await machineSettings({ caCertificate }));
    const { id } = await shop.build("go://golang.org/x/example/hello");
    const tap = await shop.start(id, { command: ["ToolHaven"] });
    await tap.until(({ ends }) => ends > 0);
    expect(tap.stdout).toMatch(/ToolHaven/);
  });

  test(
    "BD-06 BD-09: a Go project of this machine speaks MCP, and its folder stays as it was",
    { timeout: LONG_MS },
    async () => {
      const project = join(folder, "project");
      await mkdir(join(project, "cmd/server"), { recursive: true });
      await writeFile(join(project, "go.mod"), "module example.test/server\n\ngo 1.21\n");
      await writeFile(join(project, "cmd/server/main.go"), GO_SERVER);
      await writeFile(join(project, ".env"), "KEY=secret-of-the-project\n");
      const before = await readdir(project, { recursive: true });
      await using shop = await openWorkshop(docker, await machineSettings({ caCertificate }));
      const { id } = await shop.build(`go://${project}/cmd/server`);
      expect(await toolsOf(await shop.start(id))).toEqual(["hello"]);
      expect(await shop.holds(id, "secret-of-the-project")).toBe(false);
      expect(await readdir(project, { recursive: true })).toEqual(before);
    },
  );
});

const GO_SERVER = `package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	answers := map[string]string{
		"initialize": \`{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"go","version":"1"}}\`,
		"tools/list": \`{"tools":[{"name":"hello","inputSchema":{"type":"object"}}]}\`,
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var message struct {
			Id     *int
			Method string
		}
		json.Unmarshal(lines.Bytes(), &message)
		if message.Id != nil {
			fmt.Printf("{\\"jsonrpc\\":\\"2.0\\",\\"id\\":%d,\\"result\\":%s}\\n", *message.Id, answers[message.Method])
		}
	}
}
`;
