import { FIXTURES } from "@toolhaven/fixtures/images";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, create, find, untilGone, untilStatus } from "./api.ts";
import { callText, connect } from "./client.ts";
import { type Daemon, startDaemon } from "./daemon.ts";
import { containersOf } from "./docker.ts";

const GROUPS = "/api/v1beta/groups";

let daemon: Daemon;
beforeAll(async () => {
  daemon = await startDaemon();
});
afterAll(() => daemon[Symbol.asyncDispose]());

const json = async (path: string): Promise<unknown> => JSON.parse((await call(daemon, "GET", path)).body);

test("GR-02 groups are created, shown and listed by name", async () => {
  expect(await call(daemon, "POST", GROUPS, { name: "web research" })).toMatchObject({ status: 201 });
  expect(await json(`${GROUPS}/web%20research`)).toEqual({ name: "web research", registered_clients: [] });
  expect(await call(daemon, "POST", GROUPS, { name: "web research" })).toMatchObject({ status: 409 });
  expect(await call(daemon, "POST", GROUPS, { name: "Web" })).toMatchObject({ status: 400 });
  expect(await call(daemon, "GET", `${GROUPS}/nowhere`)).toMatchObject({ status: 404 });
  expect(await json(GROUPS)).toMatchObject({ groups: [{ name: "default" }, { name: "web research" }] });
});

test("GR-03 a deleted group's workload serves on, in the same container and the same session", async () => {
  await create(daemon, { name: "moved", image: FIXTURES.echo, group: "web research" });
  const { url } = (await untilStatus(daemon, "moved", "running"))!;
  await using client = await connect(url, "streamable-http");
  await callText(client, "echo", { message: "before" });
  const before = containersOf(daemon, "moved");

  expect(await call(daemon, "DELETE", `${GROUPS}/web%20research`)).toMatchObject({ status: 204 });

  expect(await find(daemon, "moved")).toMatchObject({ group: "default", status: "running" });
  expect(containersOf(daemon, "moved")).toEqual(before);
  expect(await callText(client, "echo", { message: "after" })).toBe("after");
  expect(await call(daemon, "DELETE", `${GROUPS}/default`)).toMatchObject({ status: 400 });
  await call(daemon, "DELETE", "/api/v1beta/workloads/moved");
  await untilGone(daemon, "moved");
});

test("GR-03 a group deleted with its workloads answers when no container is left", async () => {
  await call(daemon, "POST", GROUPS, { name: "short" });
  for (const name of ["one", "two"]) await create(daemon, { name, image: FIXTURES.echo, group: "short" });
  await untilStatus(daemon, "one", "running");

  expect(await call(daemon, "DELETE", `${GROUPS}/short?with-workloads=true`)).toMatchObject({ status: 204 });

  for (const name of ["one", "two"]) {
    expect(await find(daemon, name)).toBeUndefined();
    expect(containersOf(daemon, name)).toEqual([]);
  }
});
