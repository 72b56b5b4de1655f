import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openGroupStore } from "./group-store.ts";

test("registrations are changed one after the other and kept", async () => {
  const folder = await mkdtemp(join(tmpdir(), "thv-groups-"));
  const store = await openGroupStore(folder);
  await Promise.all([
    store.update("default", (clients) => [...clients, "VSCode"]),
    store.update("default", (clients) => [...clients, "Cursor"]),
  ]);
  expect(store.find("default")?.registered_clients).toEqual(["Cursor", "VSCode"]);
  expect((await openGroupStore(folder)).find("default")?.registered_clients).toEqual(["Cursor", "VSCode"]);
});

test("registering with a group that does not exist changes nothing", async () => {
  const store = await openGroupStore(await mkdtemp(join(tmpdir(), "thv-groups-")));
  await expect(store.update("web", () => ["VSCode"])).rejects.toMatchObject({ code: "not_found" });
  expect(store.list().map(({ name }) => name)).toEqual(["default"]);
});
