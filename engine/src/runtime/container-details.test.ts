import { expect, test } from "vitest";
import { InspectedContainer } from "./answers.ts";
import { fromInspected } from "./container-details.ts";
import { PORT_LABEL } from "./create-body.ts";

interface Said {
  state?: object;
  labels?: Record<string, string>;
}

function inspected({ state, labels }: Said): InspectedContainer {
  return InspectedContainer.parse({
    Id: "c1",
    Name: "/one",
    Image: "sha256:abc",
    State: {
      Status: "running",
      StartedAt: "2026-01-01T00:00:00.5Z",
      FinishedAt: "0001-01-01T00:00:00Z",
      ExitCode: 0,
      ...state,
    },
    Config: { Labels: { mine: "yes", [PORT_LABEL]: "8080", ...labels } },
    NetworkSettings: {
      Networks: { one: { IPAddress: "172.29.0.2" } },
      Ports: { "8080/tcp": [{ HostIp: "127.0.0.1", HostPort: "49160" }], "9/tcp": null },
    },
  });
}

const direct = { reachesContainers: true };

test("the address is the container's own where that can be reached, and the published port elsewhere", () => {
  expect(fromInspected(inspected({}), direct).address).toEqual({ host: "172.29.0.2", port: 8080 });
  expect(fromInspected(inspected({}), { reachesContainers: false }).address).toEqual({
    host: "127.0.0.1",
    port: 49_160,
  });
});

test("ports that only the image exposes are no address", () => {
  expect(fromInspected(inspected({ labels: { [PORT_LABEL]: "" } }), direct).address).toBeUndefined();
});

test("labels are the caller's and the image's, without the one the driver adds", () => {
  expect(fromInspected(inspected({}), direct)).toMatchObject({ name: "one", labels: { mine: "yes" } });
  expect(fromInspected(inspected({}), direct).labels).not.toHaveProperty(PORT_LABEL);
});

test.each([
  ["running", 0, "running", undefined],
  ["exited", 3, "exited", 3],
  ["created", 127, "created", undefined],
  ["configured", 0, "created", undefined],
  ["of a kind we do not know", 0, "unknown", undefined],
])("an engine's %s with code %i is %s with %s", (Status, ExitCode, state, exitCode) => {
  expect(fromInspected(inspected({ state: { Status, ExitCode } }), direct)).toMatchObject({ state, exitCode });
});

test("a process that is over counts as running until the engine has cleaned up, but not for ever", () => {
  const ended = (agoMs: number): unknown =>
    fromInspected(
      inspected({ state: { Status: "stopped", ExitCode: 3, FinishedAt: new Date(Date.now() - agoMs).toISOString() } }),
      direct,
    );
  expect(ended(0)).toMatchObject({ state: "running", exitCode: undefined });
  expect(ended(60_000)).toMatchObject({ state: "exited", exitCode: 3, address: undefined });
});
