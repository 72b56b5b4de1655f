import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { file, listed, MINUTE, setup } from "./registries-fixture.ts";
import { HOST, serve, temporaryFolder } from "./source-fixture.ts";

describe("RG-02 a chosen address", () => {
  test("is the source at once, with its private address allowed, and outlives a restart without being asked", async () => {
    const { url, requests } = await serve((_, response) => response.end(listed("a")));
    const first = await setup();
    expect(await first.put({ url, allow_private_ip: true })).toMatchObject({ type: "url" });
    expect(await first.registries.list()).toMatchObject([{ type: "url", source: url, server_count: 1 }]);
    expect(requests).toHaveLength(1);
  });

  test("is asked again after five minutes only, and then only whether it changed", async () => {
    const { url, requests } = await serve((request, response) => {
      if (request.headers["if-none-match"] === '"1"') response.writeHead(304).end();
      else response.setHeader("etag", '"1"').end(listed("a"));
    });
    const first = await setup();
    await first.put({ url, allow_private_ip: true });
    first.clock.ms += 4 * MINUTE;
    expect(await first.names()).toEqual(["a"]);
    expect(requests).toHaveLength(1);
    first.clock.ms += 2 * MINUTE;
    expect(await first.names()).toEqual(["a"]);
    expect(await first.names()).toEqual(["a"]);
    expect(requests.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"1"']);
    const second = await first.reopen();
    expect(await second.names()).toEqual(["a"]);
    expect(requests.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"1"', '"1"']);
  });

  test("that changed is read again, once for everybody who asks meanwhile", async () => {
    let version = 0;
    const { url, requests } = await serve((_, response) => response.end(listed(`v${++version}`)));
    const { put, names, clock } = await setup();
    await put({ url, allow_private_ip: true });
    clock.ms += 6 * MINUTE;
    expect(await Promise.all([names(), names(), names()])).toEqual([["v2"], ["v2"], ["v2"]]);
    expect(requests).toHaveLength(2);
  });

  test("RG-04 that fails later leaves the last good copy, said in the log, also after a restart", async () => {
    let status = 200;
    const { url, requests } = await serve((_, response) => response.writeHead(status).end(listed("a")));
    const secret = `${url}?key=hidden`;
    const first = await setup();
    await first.put({ url: secret, allow_private_ip: true });
    status = 503;
    first.clock.ms += 6 * MINUTE;
    expect(await first.names()).toEqual(["a"]);
    expect(await first.registries.resolve("a")).toMatchObject({ server: { image: "a:1" } });
    expect(requests).toHaveLength(2);
    const line = { level: "warn", fields: { source: url, reason: "it answers with status 503" } };
    expect(first.log.lines).toMatchObject([line]);
    const second = await first.reopen();
    expect(await second.names()).toEqual(["a"]);
    expect(second.log.lines).toMatchObject([line]);
    expect(JSON.stringify(second.log.lines)).not.toContain("hidden");
  });

  test("RG-04 never read, with no copy left, is an error for a list and no server for a create", async () => {
    const { url } = await serve((_, response) => response.writeHead(404).end());
    const stateFolder = await temporaryFolder();
    await mkdir(join(stateFolder, "registry"));
    const source = { type: "url", url, allow_private_ip: true };
    await writeFile(join(stateFolder, "registry", "source.json"), JSON.stringify({ format: 1, source }));
    const { registries, log } = await setup({ stateFolder });
    const reason = `cannot read the registry "${url}": it answers with status 404`;
    await expect(registries.list()).rejects.toMatchObject({ code: "internal", message: reason });
    expect(await registries.resolve("github")).toBeUndefined();
    expect(log.lines).toMatchObject([{ level: "warn", fields: { reason } }]);
  });

  test.each([
    [
      "answers with an error",
      (response: { writeHead(status: number): { end(): void } }) => response.writeHead(500).end(),
      "status 500",
    ],
    ["answers with a page", (response: { end(text: string): void }) => response.end("<html>"), "it is not valid JSON"],
    ["holds no registry", (response: { end(text: string): void }) => response.end("{}"), "it is not a registry"],
  ])("RG-04 that %s is refused, and what was chosen before stays", async (_, answer, line) => {
    const { url } = await serve((_request, response) => answer(response));
    const { put, registries, names, reopen } = await setup();
    const path = await file(listed("mine"));
    await put({ local_path: path });
    const refused = put({ url: `${url}?key=hidden`, allow_private_ip: true }).catch((error: Error) => error.message);
    expect(await refused).toContain(`invalid "url": cannot read the registry "${url}": `);
    expect(await refused).toContain(line);
    expect(await registries.list()).toMatchObject([{ type: "file", source: path }]);
    expect(await names()).toEqual(["mine"]);
    expect(await (await reopen()).names()).toEqual(["mine"]);
  });

  test("RG-05 on a private address is refused unless that is allowed", async () => {
    const { url, requests } = await serve((_, response) => response.end(listed("a")));
    const { put, registries } = await setup();
    await expect(put({ url })).rejects.toThrow(
      `it is on a private address; set "allow_private_ip" to true to allow that`,
    );
    await expect(put({ url: `https://10.0.0.1/${HOST}` })).rejects.toThrow("it is on a private address");
    expect(requests).toEqual([]);
    expect(await registries.list()).toMatchObject([{ type: "default" }]);
  });

  test("that says nothing does not hold up the end of the program", async () => {
    const { url, requests } = await serve(() => undefined);
    const { put, registries } = await setup();
    const path = await file(listed("a"));
    const waiting = put({ url, allow_private_ip: true });
    const queued = put({ local_path: path });
    await expect.poll(() => requests.length).toBe(1);
    const outcomes = Promise.allSettled([waiting, queued]);
    await registries[Symbol.asyncDispose]();
    expect(await outcomes).toMatchObject([
      { status: "rejected", reason: { message: "closing" } },
      { status: "rejected", reason: { message: "closing" } },
    ]);
  });

  test("of a list in pages is read to its end", async () => {
    const server = (name: string) => ({ server: { name, packages: [{ registryType: "oci", identifier: "x:1" }] } });
    const pages: Record<string, object> = {
      "": { servers: [server("a")], metadata: { nextCursor: "two words" } },
      "two words": { servers: [server("b")], metadata: { nextCursor: "3" } },
      "3": { servers: [server("c")], metadata: {} },
    };
    const { url, requests } = await serve((request, response) => {
      const { searchParams } = new URL(request.url ?? "", "http://x");
      response.setHeader("etag", '"1"').end(JSON.stringify(pages[searchParams.get("cursor") ?? ""]));
    });
    const { put, names } = await setup();
    await put({ url: `${url}?version=latest`, allow_private_ip: true });
    expect(await names()).toEqual(["a", "b", "c"]);
    expect(requests.map((request) => request.url?.replace("/registry.json", ""))).toEqual([
      "?version=latest",
      "?version=latest&cursor=two+words&limit=100",
      "?version=latest&cursor=3&limit=100",
    ]);
  });

  test("of a list whose pages lead in a circle is refused", async () => {
    const { url, requests } = await serve((_, response) => {
      response.end(JSON.stringify({ servers: [{ name: "a" }], metadata: { nextCursor: "again" } }));
    });
    const { put } = await setup();
    await expect(put({ url, allow_private_ip: true })).rejects.toThrow("the pages of its list lead in a circle");
    expect(requests).toHaveLength(2);
  });
});
