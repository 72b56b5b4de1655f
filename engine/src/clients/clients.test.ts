import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ClientType } from "@toolhaven/contract/client-type";
import { describe, expect, test } from "vitest";
import { createMachine, workload } from "./test-machine.ts";

const ENTRY = { url: "http://127.0.0.1:4001/mcp", type: "http" };
const THEIRS = '{\n  "mcpServers": {\n    "mine": { "command": "x" } // keep\n  }\n}\n';

async function setup() {
  const machine = await createMachine();
  machine.offered = [workload("fetch", 4001), workload("memory", 4002, "web")];
  return { machine, clients: await machine.open() };
}

const serversIn = (text: string | undefined): unknown => JSON.parse(text ?? "{}").mcpServers;

describe("registering", () => {
  test("CL-02 the entries of the group's workloads are in the file when it resolves", async () => {
    const { machine, clients } = await setup();

    expect(await clients.register(["Cursor"], ["default"])).toEqual([{ name: "Cursor", groups: ["default"] }]);

    expect(serversIn(await machine.read("Cursor"))).toEqual({ fetch: ENTRY });
    expect(clients.list()).toEqual([{ name: "Cursor", groups: ["default"] }]);
  });

  test("CL-02 a client of two groups is offered both", async () => {
    const { machine, clients } = await setup();
    await clients.register(["Cursor"], ["default"]);
    await clients.register(["Cursor"], ["web"]);

    expect(Object.keys(serversIn(await machine.read("Cursor")) as object)).toEqual(["fetch", "memory"]);
    expect(clients.list()).toEqual([{ name: "Cursor", groups: ["default", "web"] }]);
  });

  test.each(ClientType.options)("CL-04 %s leaves no file and no folder behind where there was none", async (type) => {
    const { machine, clients } = await setup();
    await clients.register([type], ["default"]);
    expect(await machine.read(type)).toContain("http://127.0.0.1:4001/mcp");
    await clients.unregister([type], []);

    expect(await readdir(machine.home)).toEqual(["state"]);
  });

  test("CL-03 a second time there is no duplicate, and what the user broke is mended", async () => {
    const { machine, clients } = await setup();
    await clients.register(["Cursor"], ["default"]);
    await machine.write("Cursor", '{"mcpServers":{"fetch":{"url":"http://elsewhere.test","type":"http"}}}');
    await clients.register(["Cursor"], ["default"]);

    expect(serversIn(await machine.read("Cursor"))).toEqual({ fetch: ENTRY });
    expect(machine.groups.list()[0]).toEqual({ name: "default", registered_clients: ["Cursor"] });
  });

  test("CL-02 an unknown group is refused before anything changed", async () => {
    const { machine, clients } = await setup();

    await expect(clients.register(["Cursor"], ["default", "nowhere"])).rejects.toMatchObject({ code: "not_found" });

    expect(await machine.read("Cursor")).toBeUndefined();
    expect(clients.list()).toEqual([]);
  });

  test("CL-02 one client whose file cannot be edited keeps all from being registered", async () => {
    const { machine, clients } = await setup();
    await machine.write("LMStudio", '{\n  "mcpServers": [\n');

    await expect(clients.register(["Cursor", "LMStudio"], ["default"])).rejects.toMatchObject({
      code: "invalid_input",
      message: `cannot edit "${machine.fileOf("LMStudio")}": not valid JSON (close bracket expected) at line 3, column 1`,
    });

    expect(await machine.read("LMStudio")).toBe('{\n  "mcpServers": [\n');
    expect(await machine.read("Cursor")).toBeUndefined();
    expect(clients.list()).toEqual([]);
  });

  test("CL-02 a file that cannot be edited is refused also while there is no workload", async () => {
    const { machine, clients } = await setup();
    machine.offered = [];
    await machine.write("Cursor", '{ "mcpServers": 3 }');

    await expect(clients.register(["Cursor"], ["default"])).rejects.toThrow(
      '"mcpServers" is not an object at line 1, column 17',
    );
  });

  test("CL-02 a group that goes at the last moment takes the entries with it", async () => {
    const { machine } = await setup();
    const groups = { ...machine.groups, update: () => Promise.reject(new Error("gone")) };
    const clients = await machine.open({ groups });

    await expect(clients.register(["Cursor"], ["default"])).rejects.toThrow("gone");
    await clients.settled();

    expect(await readdir(machine.home)).toEqual(["state"]);
  });
});

describe("unregistering", () => {
  test("CL-05 the entries are gone when it resolves and everything else is as it was", async () => {
    const { machine, clients } = await setup();
    await machine.write("Cursor", THEIRS);
    await clients.register(["Cursor", "Goose"], ["default", "web"]);
    await clients.unregister(["Cursor", "Goose"], []);

    expect(await machine.read("Cursor")).toBe(THEIRS);
    expect(await machine.read("Goose")).toBeUndefined();
    expect(clients.list()).toEqual([]);
  });

  test("CL-05 leaving one group keeps the entries of the other", async () => {
    const { machine, clients } = await setup();
    await clients.register(["Cursor"], ["default", "web"]);
    await clients.unregisterFromGroup("Cursor", "default");

    expect(Object.keys(serversIn(await machine.read("Cursor")) as object)).toEqual(["memory"]);
  });

  test("CL-05 an unknown group and a client that is not in it are not found", async () => {
    const { clients } = await setup();

    await expect(clients.unregisterFromGroup("Cursor", "nowhere")).rejects.toThrow('group "nowhere" not found');
    await expect(clients.unregisterFromGroup("Cursor", "web")).rejects.toThrow(
      'client "Cursor" is not registered with group "web"',
    );
  });

  test("CL-05 twice, or without a file, is fine", async () => {
    const { clients } = await setup();
    await clients.unregister(["Cursor"], []);
    await clients.unregister(["Cursor"], ["web"]);
    await expect(clients.unregister(["Cursor"], ["web", "nowhere"])).rejects.toMatchObject({ code: "not_found" });
  });

  test("CL-05 a file that is broken by then is an error, and is cleaned when it is well again", async () => {
    const { machine } = await setup();
    const clients = await machine.open({ retryAfterMs: () => 1 });
    await machine.write("Cursor", THEIRS);
    await clients.register(["Cursor"], ["default"]);
    const text = (await machine.read("Cursor")) ?? "";
    await machine.write("Cursor", text.slice(0, -3));

    await expect(clients.unregister(["Cursor"], [])).rejects.toMatchObject({
      code: "invalid_input",
      hint: "it is unregistered; its entries go as soon as its settings can be edited",
    });
    expect(clients.list()).toEqual([]);

    await machine.write("Cursor", text);
    await expect.poll(() => machine.read("Cursor"), { timeout: 10_000 }).toBe(THEIRS);
    await clients[Symbol.asyncDispose]();
  });
});

describe("following the workloads", () => {
  test("CL-11 an entry moves, comes and goes with its workload", async () => {
    const { machine, clients } = await setup();
    await clients.register(["Cursor"], ["default"]);
    const ask = async () => {
      clients.sync();
      await clients.settled();
      return serversIn(await machine.read("Cursor"));
    };

    machine.offered = [workload("fetch", 5001), workload("time", 5002)];
    expect(await ask()).toMatchObject({ fetch: { url: "http://127.0.0.1:5001/mcp" }, time: {} });
    machine.offered = [workload("fetch", 5001, "web"), workload("time", 5002)];
    expect(Object.keys((await ask()) as object)).toEqual(["time"]);
    machine.offered = [];
    expect(await ask()).toBeUndefined();
  });

  test("CL-11 a broken file is left alone, told once, and edited when it is well again", async () => {
    const { machine } = await setup();
    const clients = await machine.open({ retryAfterMs: () => 1 });
    await clients.register(["Cursor", "LMStudio"], ["default"]);
    await machine.write("Cursor", "{ oh");
    machine.offered = [workload("fetch", 5001)];
    clients.sync();
    await clients.settled();

    expect(serversIn(await machine.read("LMStudio"))).toMatchObject({ fetch: { url: "http://127.0.0.1:5001/mcp" } });
    expect(await machine.read("Cursor")).toBe("{ oh");
    await machine.write("Cursor", "{}");
    await expect.poll(() => machine.read("Cursor")).toContain("5001");
    expect(machine.said.filter((line) => line.includes("not edited"))).toHaveLength(1);
    await clients[Symbol.asyncDispose]();
  });

  test("CL-08 what belongs to nobody any more goes with the first comparison after a start", async () => {
    const { machine, clients } = await setup();
    await machine.write("Cursor", THEIRS);
    await clients.register(["Cursor"], ["default"]);
    await clients[Symbol.asyncDispose]();
    machine.offered = [];

    const next = await machine.open();
    next.sync();
    await next.settled();

    expect(await machine.read("Cursor")).toBe(THEIRS);
  });
});

describe("files as they lie on the disk", () => {
  test("CL-09 a new file and its folders are the user's alone", async () => {
    const { machine, clients } = await setup();
    await clients.register(["Cursor"], ["default"]);

    expect((await stat(machine.fileOf("Cursor"))).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(machine.fileOf("Cursor")))).mode & 0o777).toBe(0o700);
  });

  test("CL-09 a file keeps its mode, and links stay links", async () => {
    const { machine, clients } = await setup();
    const target = join(machine.home, "dotfiles", "cursor.json");
    await mkdir(dirname(target));
    await mkdir(dirname(machine.fileOf("Cursor")));
    await writeFile(target, THEIRS);
    await chmod(target, 0o640);
    await symlink("../dotfiles/cursor.json", machine.fileOf("Cursor"));
    await clients.register(["Cursor"], ["default"]);

    expect((await lstat(machine.fileOf("Cursor"))).isSymbolicLink()).toBe(true);
    expect(await readFile(target, "utf8")).toContain("4001");
    expect((await stat(target)).mode & 0o777).toBe(0o640);
    await clients.unregister(["Cursor"], []);
    expect(await readFile(target, "utf8")).toBe(THEIRS);
    expect(await readdir(dirname(target))).toEqual(["cursor.json"]);
  });

  test("CL-09 a link to nowhere is followed to where the file will be", async () => {
    const { machine, clients } = await setup();
    await symlink("kept/claude.json", machine.fileOf("ClaudeCode"));
    await clients.register(["ClaudeCode"], ["default"]);

    expect(await readFile(join(machine.home, "kept/claude.json"), "utf8")).toContain("4001");
    await clients.unregister(["ClaudeCode"], []);
    expect((await readdir(machine.home)).toSorted()).toEqual([".claude.json", "state"]);
  });

  test("CL-09 two clients whose files are linked together do not disturb each other", async () => {
    const { machine, clients } = await setup();
    await machine.write("Cursor", THEIRS);
    await mkdir(dirname(machine.fileOf("LMStudio")));
    await symlink(machine.fileOf("Cursor"), machine.fileOf("LMStudio"));
    await clients.register(["Cursor"], ["default"]);
    await clients.register(["LMStudio"], ["default", "web"]);
    await clients.unregister(["Cursor"], []);

    expect(await machine.read("LMStudio")).toContain("4001");
    await clients.unregister(["LMStudio"], []);
    expect(await machine.read("Cursor")).toBe(THEIRS);
  });

  test("CL-09 a link that points elsewhere later leaves nothing in the old place", async () => {
    const { machine, clients } = await setup();
    await writeFile(join(machine.home, "one.json"), THEIRS);
    await writeFile(join(machine.home, "two.json"), "{}");
    await symlink("one.json", machine.fileOf("ClaudeCode"));
    await clients.register(["ClaudeCode"], ["default"]);
    const { rename } = await import("node:fs/promises");
    await symlink("two.json", join(machine.home, "link"));
    await rename(join(machine.home, "link"), machine.fileOf("ClaudeCode"));
    clients.sync();
    await clients.settled();

    expect(await readFile(join(machine.home, "one.json"), "utf8")).toBe(THEIRS);
    expect(await readFile(join(machine.home, "two.json"), "utf8")).toContain("4001");
  });
});

test("CL-01 every client is discovered, in the order of the table, installed where its settings are", async () => {
  const { machine, clients } = await setup();
  await mkdir(dirname(machine.fileOf("VSCode")), { recursive: true });
  await machine.write("ClaudeCode", "{}");
  await clients.register(["Cursor", "ClaudeCode"], ["default"]);
  const { clients: found } = await clients.discover();

  expect(found.map(({ client_type }) => client_type)).toEqual(machine.catalogue.map(({ type }) => type));
  expect(found.filter(({ installed }) => installed).map(({ client_type }) => client_type)).toEqual([
    "VSCode",
    "ClaudeCode",
    "AmpVSCode",
  ]);
  expect(found.filter(({ registered }) => registered).map(({ client_type }) => client_type)).toEqual([
    "Cursor",
    "ClaudeCode",
  ]);
});
