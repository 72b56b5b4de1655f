import { expect, test } from "vitest";
import { createBody } from "./create-body.ts";
import { dialectOf } from "./dialect.ts";
import type { ContainerSpec } from "./runtime.ts";

const bodyOf = (overrides: Partial<ContainerSpec>, reachesContainers = true): unknown =>
  createBody(
    { name: "one", image: "example.test/one:1", env: {}, labels: {}, ...overrides },
    { dialect: dialectOf(["Engine"]), reachesContainers, withInit: true },
  );

test("a container is confined unless it is privileged, and limited either way", () => {
  const limits = { memoryBytes: 1024, cpus: 1.5, pids: 10 };
  const bounds = { Memory: 1024, MemorySwap: 1024, NanoCpus: 1_500_000_000, PidsLimit: 10 };
  const confined = bodyOf({ limits });
  expect(confined).toMatchObject({ HostConfig: { CapDrop: ["ALL"], SecurityOpt: ["no-new-privileges"], ...bounds } });
  expect(confined).not.toHaveProperty("HostConfig.Privileged");

  const privileged = bodyOf({ limits, privileged: true });
  expect(privileged).toMatchObject({ HostConfig: { Privileged: true, ...bounds } });
  expect(privileged).not.toHaveProperty("HostConfig.CapDrop");
  expect(privileged).not.toHaveProperty("HostConfig.SecurityOpt");
});

test("a port is published on loopback only, and only where containers cannot be reached", () => {
  expect(bodyOf({ port: 8080 })).not.toHaveProperty("HostConfig.PortBindings");
  expect(bodyOf({}, false)).not.toHaveProperty("HostConfig.PortBindings");
  expect(bodyOf({ port: 8080 }, false)).toMatchObject({
    ExposedPorts: { "8080/tcp": {} },
    HostConfig: { PortBindings: { "8080/tcp": [{ HostIp: "127.0.0.1", HostPort: "" }] } },
  });
});

test("mounts are never given as binds, and one at /tmp takes the place of the temporary file system", () => {
  const body = bodyOf({ mounts: [{ source: "/data", target: "/tmp/", readOnly: true }] });
  expect(body).toMatchObject({
    HostConfig: { Mounts: [{ Type: "bind", Source: "/data", Target: "/tmp/", ReadOnly: true }] },
  });
  expect(body).not.toHaveProperty("HostConfig.Binds");
  expect(body).not.toHaveProperty("HostConfig.Tmpfs");
});

test("an empty command is the image's own", () => {
  expect(bodyOf({ command: [] })).not.toHaveProperty("Cmd");
  expect(bodyOf({ command: ["a"] })).toHaveProperty("Cmd", ["a"]);
});
