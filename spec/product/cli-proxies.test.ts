import { createServer } from "node:http";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { FIXTURES } from "@toolhaven/fixtures/images";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callText, connect } from "./client.ts";
import { endUsers, newUser, PROGRAM, type User } from "./cli-user.ts";

let user: User;
let url: string;
let bin: string;
beforeAll(async () => {
  user = await newUser();
  url = (await user.thv(["run", "--name", "ev", FIXTURES.everything])).stdout.trim();
  bin = join(user.folder, "bin");
  mkdirSync(bin);
});
afterAll(endUsers);

const withBin = (): Record<string, string> => ({ PATH: `${bin}:${process.env["PATH"]}` });

/** A program of that name which this user finds first. */
function install(name: string, source: string): void {
  writeFileSync(join(bin, name), `#!${process.execPath}\n${source}`);
  chmodSync(join(bin, name), 0o755);
}

describe("thv proxy stdio", () => {
  const transport = (name: string): StdioClientTransport =>
    new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, "proxy", "stdio", name],
      env: { ...user.env },
      stderr: "pipe",
    });

  test("CM-32 is a server on standard streams for a client that starts programs", async () => {
    const client = new Client({ name: "test", version: "1" });
    await client.connect(transport("ev"));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("echo");
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) => callText(client, "echo", { message: `n${number}` })),
    );
    expect(answers).toEqual(Array.from({ length: 20 }, (_, number) => `Echo: n${number}`));
    const updates: number[] = [];
    await client.callTool(
      { name: "trigger-long-running-operation", arguments: { duration: 1, steps: 3 } },
      { onprogress: ({ progress }) => updates.push(progress) },
    );
    // The last one comes together with the answer, behind which the library does not look for it any more.
    expect(updates.slice(0, 2)).toEqual([1, 2]);
    await client.close();
  });

  test("CM-32 answers what is no message, ends with its input, and says nothing else on stdout", async () => {
    const { code, stdout } = await user.thv(["proxy", "stdio", "ev"], { stdin: "not json\n\n[]\n" });
    expect(code).toBe(0);
    expect(
      stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(
      Array.from({ length: 2 }, () => ({
        jsonrpc: "2.0",
        id: null,
        error: { code: -32700, message: "not a JSON-RPC message" },
      })),
    );
    expect(await user.thv(["proxy", "stdio", "nobody"])).toMatchObject({ code: 3, stdout: "" });
  });
});

describe("thv mcp serve", () => {
  test("CM-33 lets a client with the token control workloads, and nobody else", async () => {
    const serving = user.start(["mcp", "serve", "--port", "0"], { stdin: null });
    const [address] = await serving.says(/^http:\S+/, "stdout");
    const [, token] = await serving.says(/Bearer (\S+)"/, "stderr");

    const status = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(address, { method: "POST", headers, body: "{}" })).status;
    expect(await status({})).toBe(401);
    expect(await status({ authorization: "Bearer wrong" })).toBe(401);
    expect(await status({ authorization: `Bearer ${token}`, origin: "https://elsewhere.example" })).toBe(403);

    const client = new Client({ name: "test", version: "1" });
    const headers = { authorization: `Bearer ${token}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toMatchInlineSnapshot(`
      [
        "get_server_logs",
        "list_secrets",
        "list_servers",
        "remove_server",
        "run_server",
        "search_registry",
        "stop_server",
      ]
    `);
    expect(await callText(client, "search_registry", { query: "fetch" })).toContain('"fetch"');
    expect(await callText(client, "run_server", { server: FIXTURES.everything, name: "made" })).toContain("running");
    expect(await callText(client, "list_servers")).toContain('"made"');
    expect(await callText(client, "get_server_logs", { name: "made" })).toContain("Starting default");
    await callText(client, "remove_server", { name: "made" });
    await expect(callText(client, "stop_server", { name: "nobody" })).rejects.toThrow('"nobody" not found');
    await client.close();
    serving.child.kill("SIGINT");
    expect((await serving.ended).code).toBe(130);
  });

  test("CM-33 takes its token from a file, and refuses a short one", async () => {
    const file = join(user.folder, "token");
    writeFileSync(file, "0123456789abcdef0123\n");
    const serving = user.start(["mcp", "serve", "--port", "0", "--token-file", file], { stdin: null });
    const [address] = await serving.says(/^http:\S+/, "stdout");
    const authorization = "Bearer 0123456789abcdef0123";
    expect((await fetch(address, { method: "POST", headers: { authorization }, body: "{}" })).status).not.toBe(401);
    expect(serving.stdout() + serving.stderr()).not.toContain("0123456789abcdef0123");
    serving.child.kill("SIGTERM");
    expect((await serving.ended).code).toBe(143);
    writeFileSync(file, "short");
    expect((await user.thv(["mcp", "serve", "--port", "0", "--token-file", file])).code).toBe(2);
  });
});

describe("thv proxy", () => {
  test("CM-34 serves a server elsewhere, with headers from files, until it is told to stop", async () => {
    const shown: Array<string | undefined> = [];
    // Between the two, to see what is sent.
    const between = createServer((request, response) => {
      shown.push(request.headers["x-api-key"] as string | undefined);
      const body: Buffer[] = [];
      request.on("data", (chunk: Buffer) => body.push(chunk));
      request.on("end", () => {
        const { host: _, connection: __, ...headers } = request.headers;
        void fetch(url, {
          method: request.method!,
          headers: headers as Record<string, string>,
          ...(body.length > 0 && { body: Buffer.concat(body) }),
        }).then(async (answer) => {
          const kept = ["content-type", "mcp-session-id"].flatMap((name) => {
            const value = answer.headers.get(name);
            return value === null ? [] : [[name, value] as const];
          });
          response.writeHead(answer.status, Object.fromEntries(kept));
          for await (const chunk of answer.body ?? []) response.write(chunk);
          response.end();
        });
      });
    });
    between.listen(0, "127.0.0.1");
    await once(between, "listening");
    const key = join(user.folder, "key");
    writeFileSync(key, "k3y\n");
    const target = `http://127.0.0.1:${(between.address() as AddressInfo).port}/mcp`;
    const line = ["proxy", "far", "--target-uri", target, "--header-file", `X-Api-Key=${key}`];
    const running = user.start(line, { stdin: null });
    const [address] = await running.says(/^http:\S+/, "stdout");
    {
      await using client = await connect(address, "streamable-http");
      expect(await callText(client, "echo", { message: "through" })).toBe("Echo: through");
    }
    expect(new Set(shown)).toEqual(new Set(["k3y"]));
    expect(readFileSync(`/proc/${running.child.pid!}/cmdline`, "utf8")).not.toContain("k3y");

    const { port } = new URL(address);
    expect((await user.thv([...line, "--port", port])).code).not.toBe(0);
    running.child.kill("SIGINT");
    expect((await running.ended).code).toBe(130);
    between.closeAllConnections();
    between.close();
  });

  test.each([
    ["without an address", ["proxy", "far"]],
    ["with one that is none", ["proxy", "far", "--target-uri", "example.com"]],
  ])("CM-34 is wrong usage %s", async (_, line) => {
    expect(await user.thv(line)).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("thv proxy tunnel", () => {
  const NGROK = `
    const { writeFileSync } = require("node:fs");
    writeFileSync(process.env.HOME + "/ngrok.json", JSON.stringify({ argv: process.argv.slice(2), token: process.env.NGROK_AUTHTOKEN }));
    if (process.env.NGROK_FAILS) {
      console.log(JSON.stringify({ lvl: "eror", msg: "session closing", err: "authentication failed" }));
      process.exit(1);
    }
    console.log("not json");
    console.log(JSON.stringify({ lvl: "info", msg: "started tunnel", url: "https://x.ngrok.app" }));
    process.on("SIGTERM", () => process.exit(0));
    setInterval(() => {}, 1000);
  `;
  const line = ["proxy", "tunnel", "ev", "notes", "--tunnel-provider", "ngrok"];
  const used = (): { argv: string[]; token: string } =>
    JSON.parse(readFileSync(join(user.env["HOME"]!, "ngrok.json"), "utf8")) as { argv: string[]; token: string };
  let token: string;
  beforeAll(() => {
    install("ngrok", NGROK);
    token = join(user.folder, "ngrok-token");
    writeFileSync(token, "s3cret\n");
  });

  test("CM-35 publishes a workload through the provider's program, which gets its token by environment", async () => {
    const running = user.start([...line, "--auth-token-file", token], { stdin: null, env: withBin() });
    await running.says(/^https:\/\/x\.ngrok\.app\/mcp$/m, "stdout");
    expect(used().token).toBe("s3cret");
    expect(used().argv.join(" ")).toContain(new URL(url).origin);
    expect(used().argv.join(" ")).not.toContain("s3cret");
    running.child.kill("SIGINT");
    expect((await running.ended).code).toBe(130);
  });

  test("CM-35 says why it ended", async () => {
    const ended = await user.thv([...line, "--auth-token-file", "-"], {
      stdin: "s3cret\n",
      env: { ...withBin(), NGROK_FAILS: "1" },
    });
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining("authentication failed") });
    expect(used().token).toBe("s3cret");
  });

  test("CM-35 takes no token on the line, and shows what it would start", async () => {
    const settings = JSON.stringify({ "auth-token": "s3cret" });
    const refused = await user.thv([...line, "--provider-args", settings], { env: withBin() });
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).not.toContain("s3cret");
    const dry = await user.thv([...line, "--provider-args", '{"dry-run":true,"pooling":true}'], { env: withBin() });
    expect(dry).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^ngrok http http:\S+ .*--pooling-enabled\n$/),
    });
  });

  test("CM-35 says what is missing when the provider's program is", async () => {
    const ended = await user.thv([...line, "--auth-token-file", token], { env: { PATH: "/nowhere" } });
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining("ngrok is not installed") });
  });
});

describe("thv inspector", () => {
  const NPX = `
    const { createServer } = require("node:http");
    const { CLIENT_PORT, HOST, MCP_PROXY_AUTH_TOKEN, SERVER_PORT, ALLOWED_ORIGINS } = process.env;
    if (process.env.NPX_FAILS) process.exit(1);
    require("node:fs").writeFileSync(process.env.HOME + "/npx.json",
      JSON.stringify({ argv: process.argv.slice(2), HOST, MCP_PROXY_AUTH_TOKEN, SERVER_PORT, ALLOWED_ORIGINS, pid: process.pid }));
    createServer((_, response) => response.end("page")).listen(Number(CLIENT_PORT), HOST);
  `;

  test("CM-36 starts the inspector for a workload behind a token, and ends it and all it started", async () => {
    install("npx", NPX);
    const [ui, proxy] = [await freePort(), await freePort()];
    const line = ["inspector", "ev", "--ui-port", String(ui), "--mcp-proxy-port", String(proxy)];
    const running = user.start(line, { stdin: null, env: withBin() });
    const [address] = await running.says(/^http:\S+/, "stdout");
    const used = JSON.parse(readFileSync(join(user.env["HOME"]!, "npx.json"), "utf8")) as Record<string, string>;
    expect(used).toMatchObject({ HOST: "127.0.0.1", SERVER_PORT: String(proxy) });
    expect(used["ALLOWED_ORIGINS"]).toContain(`http://127.0.0.1:${ui}`);
    expect(used["argv"]).toEqual(["--yes", expect.stringMatching(/^@modelcontextprotocol\/inspector@\d+\.\d+\.\d+$/)]);
    const query = new URL(address).searchParams;
    expect(Object.fromEntries(query)).toEqual({
      transport: "streamable-http",
      serverUrl: url,
      MCP_PROXY_AUTH_TOKEN: used["MCP_PROXY_AUTH_TOKEN"],
      MCP_PROXY_PORT: String(proxy),
    });
    expect(used["MCP_PROXY_AUTH_TOKEN"]).toMatch(/^[\da-f]{64}$/);
    running.child.kill("SIGINT");
    expect((await running.ended).code).toBe(130);
    await expect(fetch(address)).rejects.toThrow();
  });

  test("CM-36 says when it does not come up", async () => {
    install("npx", NPX);
    const ended = await user.thv(["inspector", "ev", "--ui-port", String(await freePort())], {
      env: { ...withBin(), NPX_FAILS: "1" },
    });
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining("ended at its start") });
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
