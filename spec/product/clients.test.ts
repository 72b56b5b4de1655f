import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitUntil } from "@toolhaven/engine/wait";
import { FIXTURES } from "@toolhaven/fixtures/images";
import { afterEach, beforeEach, expect, test } from "vitest";
import { call, create, untilGone, untilStatus } from "./api.ts";
import { callText, connect } from "./client.ts";
import { type Daemon, freshHome, startDaemon } from "./daemon.ts";

const CLIENTS = "/api/v1beta/clients";
const WORKLOADS = "/api/v1beta/workloads";

/** A settings file as people have it: a comment, a server of another tool, tabs, a trailing comma. */
const CURSOR = `{
\t// my servers
\t"mcpServers": {
\t\t"mine": { "command": "my-server", "args": ["--fast"] },
\t},
}
`;

let user: string;
let file: string;
let state: string;
let daemon: Daemon;
beforeEach(async () => {
  user = await mkdtemp(join(tmpdir(), "thv-user-"));
  state = await freshHome();
  file = join(user, ".cursor", "mcp.json");
  await mkdir(join(user, ".cursor"));
  await writeFile(file, CURSOR);
  daemon = await startDaemon({ home: state, env: { HOME: user } });
});
afterEach(async () => {
  await daemon[Symbol.asyncDispose]();
  for (const folder of [user, state]) await rm(folder, { recursive: true, force: true });
});

const settings = (): Promise<string> => readFile(file, "utf8");
const until = (check: (text: string) => boolean): Promise<void> =>
  waitUntil(async () => check(await settings()), { signal: AbortSignal.timeout(20_000), everyMs: 20 });

test("CL-13 a registered client knows what runs, through stop, restart, crash and move, and is left as it was", async () => {
  const discovered = JSON.parse((await call(daemon, "GET", "/api/v1beta/discovery/clients")).body) as {
    clients: Array<{ client_type: string; installed: boolean; registered: boolean }>;
  };
  expect(discovered.clients).toHaveLength(15);
  expect(discovered.clients).toContainEqual({ client_type: "Cursor", installed: true, registered: false });
  expect(await call(daemon, "POST", CLIENTS, { name: "cursor" })).toMatchObject({ status: 200 });
  expect(await settings()).toBe(CURSOR);

  await create(daemon, { name: "echo", image: FIXTURES.echo });
  const { url } = (await untilStatus(daemon, "echo", "running"))!;
  await until((text) => text.includes(url));
  expect(await settings()).toContain("// my servers");
  await using client = await connect(url, "streamable-http");
  expect(await callText(client, "echo", { message: "hi" })).toBe("hi");

  await call(daemon, "POST", `${WORKLOADS}/echo/stop`);
  await until((text) => text === CURSOR);
  await call(daemon, "POST", `${WORKLOADS}/echo/restart`);
  await until((text) => text.includes(url));

  await daemon.end("SIGKILL");
  daemon = await startDaemon({ home: state, env: { HOME: user } });
  await untilStatus(daemon, "echo", "running");
  expect(await settings()).toContain(url);

  await call(daemon, "POST", "/api/v1beta/groups", { name: "web" });
  await call(daemon, "POST", `${WORKLOADS}/echo/edit`, { image: FIXTURES.echo, group: "web" });
  await until((text) => text === CURSOR);
  await call(daemon, "DELETE", "/api/v1beta/groups/web");
  await until((text) => text.includes(url));

  expect(await call(daemon, "DELETE", `${CLIENTS}/Cursor`)).toMatchObject({ status: 204 });
  expect(await settings()).toBe(CURSOR);
  await call(daemon, "DELETE", `${WORKLOADS}/echo`);
  await untilGone(daemon, "echo");
});

test("CL-13 a settings file that cannot be read is refused by name and never touched", async () => {
  await create(daemon, { name: "echo", image: FIXTURES.echo });
  await untilStatus(daemon, "echo", "running");
  await writeFile(file, `{ "mcpServers": `);
  const reply = await call(daemon, "POST", CLIENTS, { name: "Cursor" });
  expect(reply.status).toBe(400);
  expect(reply.body).toContain(file);
  expect(await settings()).toBe(`{ "mcpServers": `);
  expect(JSON.parse((await call(daemon, "GET", CLIENTS)).body)).toEqual([]);
  await call(daemon, "DELETE", `${WORKLOADS}/echo`);
  await untilGone(daemon, "echo");
});
