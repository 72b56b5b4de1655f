import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { candidates, detectRuntime } from "./detect.ts";
import { answerFacts, openFakeEngine } from "./fake-engine.ts";

const fake = (component: string) =>
  openFakeEngine({ answer: (request, response) => void answerFacts(request, response, { component }) });

/** Nothing of the real machine: with `DOCKER_HOST` set, no other place is tried. */
const only = (socketPath: string) => ({ dockerHost: `unix://${socketPath}`, home: "/nonexistent" });

describe("candidates", () => {
  test("are the named sockets, then the usual ones of Docker and Podman, each once", () => {
    const places = { sockets: ["/a.sock", "/var/run/docker.sock"], xdgRuntimeDir: "/run/user/1000", home: "/home/ann" };
    expect(candidates(places)).toEqual([
      "/a.sock",
      "/var/run/docker.sock",
      "/run/user/1000/docker.sock",
      "/home/ann/.docker/run/docker.sock",
      "/run/podman/podman.sock",
      "/var/run/podman/podman.sock",
      "/run/user/1000/podman/podman.sock",
      "/home/ann/.colima/default/docker.sock",
      "/home/ann/.rd/docker.sock",
    ]);
  });

  test("are nothing but DOCKER_HOST when it is set", () => {
    expect(candidates({ dockerHost: "unix:///x.sock", sockets: ["/a.sock"], home: "/h" })).toEqual(["/x.sock"]);
  });

  test.each([
    ["tcp://user:secret@example.test:2375", `invalid "DOCKER_HOST": "tcp://" is not supported`],
    ["ssh://example.test", `"ssh://" is not supported`],
    ["/var/run/docker.sock", "no scheme"],
    ["unix://", `"unix://" is not supported`],
  ])("refuse DOCKER_HOST=%s without repeating what may be secret in it", (dockerHost, message) => {
    const attempt = (): unknown => candidates({ dockerHost, home: "/h" });
    expect(attempt).toThrow(
      expect.objectContaining({ code: "invalid_input", message: expect.stringContaining(message) }),
    );
    expect(attempt).not.toThrow(/secret@/);
  });
});

describe("detection", () => {
  test.each([
    ["Engine", "docker"],
    ["Podman Engine", "podman"],
  ])("an engine whose component is called %s is %s", async (component, kind) => {
    await using engine = await fake(component);
    await using runtime = await detectRuntime(only(engine.socketPath));
    expect(await runtime.probe()).toMatchObject({ kind, version: "1.2.3" });
  });

  test("the first socket that answers is taken", async () => {
    await using engine = await fake("Podman Engine");
    const sockets = [join(dirname(engine.socketPath), "missing.sock"), engine.socketPath];
    await using runtime = await detectRuntime({ sockets, home: "/nonexistent" });
    expect(await runtime.probe()).toMatchObject({ kind: "podman" });
  });

  test("a DOCKER_HOST that does not answer is an error, with the reason and what to do, in one line", async () => {
    await using engine = await fake("Engine");
    await engine.stop();
    await expect(detectRuntime(only(engine.socketPath))).rejects.toMatchObject({
      code: "runtime_unavailable",
      message: `no container engine answers ("${engine.socketPath}": there is no such socket); start Docker or Podman`,
      hint: expect.stringContaining("DOCKER_HOST"),
    });
  });

  test("a file nobody listens on is told apart from a missing one", async () => {
    await using engine = await fake("Engine");
    const path = join(dirname(engine.socketPath), "left-behind.sock");
    await writeFile(path, "");
    await expect(detectRuntime(only(path))).rejects.toThrow(`"${path}": nothing listens there`);
  });

  test("something else that answers is no engine", async () => {
    await using other = await openFakeEngine({ answer: (_, response) => void response.end("<html>") });
    await expect(detectRuntime(only(other.socketPath))).rejects.toThrow("not that of a container engine");
  });

  test("a signal that fires while a socket does not answer ends the search with its reason", async () => {
    await using engine = await fake("Engine");
    const path = join(dirname(engine.socketPath), "silent.sock");
    const stop = new AbortController();
    const reason = new Error("enough");
    const silent = createServer(() => stop.abort(reason)).listen(path);
    await expect(detectRuntime(only(path), { signal: stop.signal })).rejects.toBe(reason);
    silent.close();
  });
});
