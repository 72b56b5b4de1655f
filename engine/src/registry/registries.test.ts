import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { RegistryDetails } from "@toolhaven/contract/registry";
import { describe, expect, test } from "vitest";
import { BUILT_IN } from "./built-in.ts";
import { file, listed, setup } from "./registries-fixture.ts";
import { entry, registryText, temporaryFolder } from "./source-fixture.ts";

describe("RG-01 the registry", () => {
  test("is the product's own until another is chosen, and lists are sorted by name", async () => {
    const { registries, names } = await setup();
    const info = { name: "default", type: "default", source: "", version: BUILT_IN.version, server_count: 8 };
    expect(await registries.list()).toEqual([{ ...info, last_updated: BUILT_IN.last_updated }]);
    const details = await registries.get("default");
    expect(RegistryDetails.parse(details)).toEqual(details);
    expect(details).toMatchObject(info);
    expect(await names()).toEqual(Object.keys(BUILT_IN.servers).toSorted());
    const { remote_servers } = await registries.servers("default");
    expect(remote_servers.map(({ name }) => name)).toEqual(Object.keys(BUILT_IN.remote_servers).toSorted());
  });

  test("names one server by its exact name", async () => {
    const { registries } = await setup();
    expect(await registries.server("default", "github")).toMatchObject({
      is_remote: false,
      server: { name: "github" },
    });
    expect(await registries.server("default", "deepwiki")).toMatchObject({
      is_remote: true,
      remote_server: { name: "deepwiki" },
    });
    for (const name of ["GitHub", "constructor", "__proto__", ""]) {
      await expect(registries.server("default", name)).rejects.toMatchObject({ code: "not_found" });
    }
  });

  test("there is no other, and the only one stays", async () => {
    const { registries } = await setup();
    const missing = { code: "not_found", message: `registry "mine" not found` };
    await expect(registries.get("mine")).rejects.toMatchObject(missing);
    await expect(registries.servers("mine")).rejects.toMatchObject(missing);
    await expect(registries.server("mine", "github")).rejects.toMatchObject(missing);
    await expect(registries.remove("mine")).rejects.toMatchObject(missing);
    await expect(registries.update("mine", { allow_private_ip: false })).rejects.toMatchObject(missing);
    await expect(registries.remove("default")).rejects.toMatchObject({ code: "invalid_input" });
  });
});

test("choices made at the same time happen one after the other, and the last one holds", async () => {
  const paths = await Promise.all(["a", "b", "c"].map((name) => file(listed(name))));
  const { put, names, reopen } = await setup();
  await Promise.all(paths.map((local_path) => put({ local_path })));
  expect(await names()).toEqual(["c"]);
  const again = await reopen();
  expect(await again.names()).toEqual(["c"]);
  expect((await readdir(join(again.stateFolder, "registry"))).length).toBe(2);
});

test("RG-02 a stored choice that cannot be understood is an error that names its file", async () => {
  const stateFolder = await temporaryFolder();
  await mkdir(join(stateFolder, "registry"));
  await writeFile(join(stateFolder, "registry", "source.json"), "{}");
  await expect(setup({ stateFolder })).rejects.toThrow(join(stateFolder, "registry", "source.json"));
});

test("a copy that cannot be kept does not keep the registry from being read", async () => {
  const path = await file(listed("a"));
  const { put, names, log, stateFolder } = await setup();
  await put({ local_path: path });
  await rm(join(stateFolder, "registry"), { recursive: true });
  await writeFile(join(stateFolder, "registry"), "in the way");
  await writeFile(path, listed("a", "b"));
  expect(await names()).toEqual(["a", "b"]);
  expect(log.lines).toMatchObject([{ level: "warn", text: "no copy could be kept" }]);
});

describe("RG-08 the image of a request", () => {
  test("names a container before a remote server, and both before one in a group", async () => {
    const remote = (name: string) => ({ url: `https://${name}.example.com/mcp` });
    const groups = [
      { name: "z", servers: { both: entry("group"), grouped: entry("later") } },
      { name: "a", servers: { grouped: entry("group:1") }, remote_servers: { far: remote("group") } },
    ];
    const remote_servers = { both: remote("both"), far: remote("far") };
    const path = await file(registryText({ both: entry("first") }, { remote_servers, groups }));
    const { put, registries } = await setup();
    await put({ local_path: path });
    expect(await registries.resolve("both")).toMatchObject({ is_remote: false, server: { image: "first" } });
    expect(await registries.resolve("far")).toMatchObject({
      is_remote: true,
      remote_server: { url: "https://far.example.com/mcp" },
    });
    expect(await registries.resolve("grouped")).toMatchObject({ server: { image: "group:1" } });
    expect(await registries.server("default", "grouped")).toMatchObject({ is_remote: false });
  });

  test.each(["ghcr.io/github/github-mcp-server:v0.18.0", "npx://github", "Github", "github:latest", "unknown", ""])(
    "%s names no server",
    async (word) => {
      const { registries } = await setup();
      expect(await registries.resolve(word)).toBeUndefined();
    },
  );
});
