import { readdir } from "node:fs/promises";
import { get } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { FIXTURES } from "@toolhaven/fixtures/images";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, create, list, untilGone, untilStatus } from "./api.ts";
import { type Daemon, startDaemon } from "./daemon.ts";
import { containersOf } from "./docker.ts";

const WORKLOADS = "/api/v1beta/workloads";
const image = FIXTURES.everything;

let daemon: Daemon;
beforeAll(async () => {
  daemon = await startDaemon();
});
afterAll(async () => {
  await daemon[Symbol.asyncDispose]();
});

/** What an installation holds beside its own start: documents, sessions, containers. */
async function traces(): Promise<unknown> {
  const root = join(daemon.home, "toolhaven");
  return {
    documents: await readdir(join(root, "workloads")),
    sessions: await readdir(join(root, "sessions")),
    workloads: await list(daemon),
    containers: containersOf(daemon),
  };
}

const REFUSED: ReadonlyArray<readonly [what: string, status: number, body: unknown, says: RegExp]> = [
  ["an invalid name", 400, { name: "a b", image }, /"name"/],
  ["a name that climbs", 400, { name: "../x", image }, /"name"/],
  ["an over-long name", 400, { name: "x".repeat(101), image }, /"name".*100/],
  ["neither image nor url", 400, { name: "bad" }, /"image".*"url"/],
  ["an unknown transport", 400, { name: "bad", image, transport: "tcp" }, /"transport".*stdio/],
  ["an unknown proxy mode", 400, { name: "bad", image, proxy_mode: "ws" }, /"proxy_mode"/],
  ["a port out of range", 400, { name: "bad", image, proxy_port: 70_000 }, /"proxy_port".*65535/],
  ["a negative port", 400, { name: "bad", image, proxy_port: -1 }, /"proxy_port"/],
  ["a malformed volume", 400, { name: "bad", image, volumes: ["/a:/b:/c:/d"] }, /"volumes/],
  [
    "a volume whose folder is missing",
    400,
    { name: "bad", image, volumes: ["/no/such/folder:/x"] },
    /no\/such\/folder/,
  ],
  ["an unknown secret", 400, { name: "bad", image, secrets: [{ name: "token", target: "TOKEN" }] }, /"token"/],
  ["an unknown group", 404, { name: "bad", image, group: "nowhere" }, /group "nowhere"/],
  ["a missing image", 404, { name: "bad", image: "thv-fixture/no-such-image:1" }, /no-such-image/],
  ["broken JSON", 400, '{"name": ', /JSON/],
  ["an empty body", 400, "", /empty/],
  ["a field of the wrong type", 400, { name: "bad", image, env_vars: ["A=1"] }, /"env_vars/],
  ["a number for a name", 400, { name: 7, image }, /"name"/],
  ["a body over 1 MiB", 413, { name: "bad", image, env_vars: { A: "x".repeat(1024 * 1024) } }, /1048576/],
];

test.each(REFUSED)(
  "BI-01 create refuses %s with %i, in one line that names it, and leaves no trace",
  async (_, status, body, says) => {
    const before = await traces();

    const reply = await call(daemon, "POST", WORKLOADS, body);

    expect(reply.status).toBe(status);
    expect(reply.body.trim()).toMatch(says);
    expect(reply.body.trim()).not.toContain("\n");
    expect(await traces()).toEqual(before);
  },
);

test("BI-02 a taken port is refused, and the port is free again for its owner", async () => {
  const owner = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => owner.once("listening", resolve));
  const { port } = owner.address() as { port: number };

  const reply = await call(daemon, "POST", WORKLOADS, { name: "bad", image, proxy_port: port });

  expect(reply).toMatchObject({ status: 400, body: expect.stringContaining(`${port}`) });
  expect(await list(daemon)).toEqual([]);
  owner.close();
});

test("BI-03 a taken name is refused with 409, also when two ask at once", async () => {
  const request = { name: "twice", image };
  const replies = await Promise.all([
    call(daemon, "POST", WORKLOADS, request),
    call(daemon, "POST", WORKLOADS, request),
  ]);
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  await untilStatus(daemon, "twice", "running");
  expect(await call(daemon, "POST", WORKLOADS, request)).toMatchObject({ status: 409 });
  await call(daemon, "DELETE", `${WORKLOADS}/twice`);
  await untilGone(daemon, "twice");
});

test.each([
  ["both names and group", { names: ["a"], group: "default" }, 400],
  ["neither", {}, 400],
  ["an empty list", { names: [] }, 400],
  ["an unknown name", { names: ["nobody"] }, 404],
  ["an unknown group", { group: "nowhere" }, 404],
])("BI-04 bulk calls refuse %s", async (_, body, status) => {
  for (const action of ["stop", "restart", "delete"]) {
    expect(await call(daemon, "POST", `${WORKLOADS}/${action}`, body)).toMatchObject({ status });
  }
});

test("BI-05 a foreign Host or Origin is refused with 403", async () => {
  // `fetch` sets these headers itself.
  const statusWith = (headers: Record<string, string>): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      get(`${daemon.url}/health`, { headers }, (response) => resolve(response.resume().statusCode)).on("error", reject);
    });
  expect(await statusWith({})).toBe(204);
  expect(await statusWith({ host: "evil.example" })).toBe(403);
  expect(await statusWith({ origin: "http://evil.example" })).toBe(403);
  expect(await statusWith({ origin: "http://localhost:3000" })).toBe(204);
});

test("BI-06 what cannot be done yet is refused with 501, never stored and ignored", async () => {
  const unsupported = [
    { image, oidc: { issuer: "https://login.example.com", audience: "tools" } },
    { url: "https://mcp.example.com/mcp", oauth_config: { issuer: "https://login.example.com" } },
    { image, permission_profile: { network: { outbound: { allow_host: ["example.com"], allow_port: [443] } } } },
  ];
  for (const body of unsupported) {
    expect(await call(daemon, "POST", WORKLOADS, { name: "bad", ...body })).toMatchObject({ status: 501 });
  }
  expect(await list(daemon)).toEqual([]);
});

test("BI-07 calls on an unknown workload answer 404", async () => {
  for (const [method, path] of [
    ["GET", ""],
    ["DELETE", ""],
    ["POST", "/stop"],
    ["POST", "/restart"],
    ["GET", "/logs"],
    ["GET", "/status"],
    ["GET", "/export"],
  ] as const) {
    expect(await call(daemon, method, `${WORKLOADS}/nobody${path}`)).toMatchObject({ status: 404 });
  }
  expect(await call(daemon, "POST", `${WORKLOADS}/nobody/edit`, { image })).toMatchObject({ status: 404 });
});

test("BI-08 a name taken from the image is returned and works", async () => {
  const { name } = await create(daemon, { image });
  expect(name).toBe("everything");
  await call(daemon, "DELETE", `${WORKLOADS}/${name}`);
  await untilGone(daemon, name);
});
