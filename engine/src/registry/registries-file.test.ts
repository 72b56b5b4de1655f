import { once } from "node:events";
import { mkdir, readdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join, relative } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { file, listed, MINUTE, setup } from "./registries-fixture.ts";
import { entry, registryText, temporaryFolder } from "./source-fixture.ts";

describe("RG-02 a chosen file", () => {
  test("is the source at once, outlives a restart, and goes with an empty choice", async () => {
    const path = await file(listed("b", "a"));
    const first = await setup();
    const { type, message } = await first.put({ local_path: path });
    expect(type).toBe("file");
    expect(message).toBe(`registry "default" is now read from ${path}: 2 servers and 0 remote servers`);
    const chosen = { type: "file", source: path, version: "1.2.3", server_count: 2 };
    expect(await first.registries.list()).toMatchObject([chosen]);
    const second = await first.reopen();
    expect(await second.registries.get("default")).toMatchObject({
      ...chosen,
      registry: { servers: { a: { image: "a:1" } } },
    });
    expect(await second.names()).toEqual(["a", "b"]);
    expect(await second.put({})).toMatchObject({ type: "default" });
    expect(await second.registries.list()).toMatchObject([{ type: "default", source: "", server_count: 8 }]);
    const third = await second.reopen();
    expect(await third.registries.list()).toMatchObject([{ type: "default" }]);
    expect(await readdir(join(third.stateFolder, "registry"))).toEqual([]);
  });

  test("given by a relative path is stored by its absolute one", async () => {
    const path = await file(listed("a"));
    const { put, registries } = await setup();
    await put({ local_path: relative(process.cwd(), path) });
    expect(await registries.list()).toMatchObject([{ source: path }]);
  });

  test("is read again when it changes", async () => {
    const path = await file(listed("a"));
    const { put, names } = await setup();
    await put({ local_path: path });
    await writeFile(path, listed("a", "b"));
    expect(await names()).toEqual(["a", "b"]);
    await writeFile(path, listed("a", "c"));
    await utimes(path, new Date(), new Date(Date.now() + MINUTE));
    expect(await names()).toEqual(["a", "c"]);
  });

  test("RG-04 that is gone or broken later leaves the last good copy, said once in the log, also after a restart", async () => {
    const path = await file(listed("a"));
    const first = await setup();
    await first.put({ local_path: path });
    await rm(path);
    expect(await first.names()).toEqual(["a"]);
    expect(await first.names()).toEqual(["a"]);
    await writeFile(path, "{");
    expect(await first.names()).toEqual(["a"]);
    const said = first.log.lines.map(({ level, fields }) => [level, fields["reason"]]);
    expect(said).toEqual([
      ["warn", "there is no such file"],
      ["warn", "it is not valid JSON"],
    ]);
    const second = await first.reopen();
    expect(await second.names()).toEqual(["a"]);
    expect(second.log.lines).toMatchObject([{ level: "warn", fields: { source: path } }]);
    await writeFile(path, listed("b"));
    expect(await second.names()).toEqual(["b"]);
    expect(second.log.lines.at(-1)).toMatchObject({ level: "info", text: "the registry can be read again" });
  });

  test("RG-04 with a broken server is accepted without it, and the answer and the log name it", async () => {
    const { put, names, log } = await setup();
    const path = await file(registryText({ good: entry("x"), bad: {}, worse: {} }));
    const { message } = await put({ local_path: path });
    expect(message).toContain(`1 server and 0 remote servers; left out: server "bad": invalid "image"`);
    expect(message).toContain("and 1 more");
    expect(await names()).toEqual(["good"]);
    expect(log.lines).toHaveLength(2);
    expect(log.lines[0]).toMatchObject({ level: "warn", fields: { reason: expect.stringContaining(`"bad"`) } });
  });

  const folder = async (name: string) => {
    const path = join(await temporaryFolder(), name);
    await mkdir(path);
    return path;
  };
  const link = async () => {
    const path = join(await temporaryFolder(), "circle.json");
    await symlink(path, path);
    return path;
  };
  const socket = async () => {
    const path = join(await temporaryFolder(), "socket.json");
    const server = createServer().listen(path);
    await once(server, "listening");
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
    return path;
  };
  const large = async () => file(" ".repeat(16 * 1024 * 1024 + 1));
  const binary = async () => {
    const path = await file("");
    await writeFile(path, new Uint8Array([0xff]));
    return path;
  };

  test.each([
    ["that is missing", async () => "/nowhere/registry.json", "there is no such file"],
    ["that is a folder", () => folder("a.json"), "it is not a regular file"],
    ["that is a socket", socket, "it is not a regular file"],
    ["that is a link to itself", link, "its links lead in a circle"],
    ["that is too large", large, "it is larger than 16 MiB"],
    ["that is not text", binary, "it is not UTF-8 text"],
    ["that is not JSON", () => file("{"), "it is not valid JSON"],
    ["that is no registry", () => file("{}"), "it is not a registry"],
    ["with no usable server", () => file(registryText({ a: 1 })), "none of its servers can be used"],
    ["with a NUL in its path", async () => "/tmp/a\0.json", "it is not a path"],
  ])("%s is refused, and nothing changes", async (_, make, line) => {
    const { put, registries, stateFolder } = await setup();
    const refused = await put({ local_path: await make() }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "invalid_input", message: expect.stringContaining(line) });
    expect(refused).toMatchObject({
      message: expect.stringContaining(`invalid "local_path": cannot read the registry`),
    });
    expect(await registries.list()).toMatchObject([{ type: "default" }]);
    expect(await readdir(join(stateFolder, "registry")).catch(() => [])).toEqual([]);
  });
});
