import type { WorkloadName } from "@toolhaven/contract/workload-name";
import { describe, expect, test } from "vitest";
import type { ContainerDetails, ContainerId, ContainerState } from "../runtime/runtime.ts";
import type { Definition, Revision } from "./definition.ts";
import { LABEL } from "./labels.ts";
import { freshMemory, type Memory, plan, planListening, runOf, STAGING_LIMIT_MS } from "./plan.ts";

const NOW = 1_000_000;

function revision(number: number, transport: "stdio" | "sse" = "stdio"): Revision {
  return { number, port: 12_000, request: { transport } as Revision["request"] };
}

function definition(overrides: Partial<Definition> = {}): Definition {
  return {
    format: 1,
    name: "fetch" as WorkloadName,
    created_at: "2026-01-01T00:00:00Z",
    desired: "running",
    restart: false,
    current: revision(1),
    ...overrides,
  };
}

function container(of: number, state: ContainerState, overrides: Partial<ContainerDetails> = {}): ContainerDetails {
  return {
    id: `c${of}` as ContainerId,
    name: `toolhaven-fetch-0000000${of}`,
    labels: { [LABEL.revision]: String(of) },
    state,
    image: "image",
    startedAt: state === "created" ? "" : "2026-01-01T00:00:01Z",
    exitCode: state === "exited" ? 3 : undefined,
    outOfMemory: false,
    address: undefined,
    ...overrides,
  };
}

const memory = (overrides: Partial<Memory> = {}): Memory => ({ ...freshMemory(), isListening: true, ...overrides });

const next = (definitionNow: Definition, containers: ContainerDetails[], memoryNow = memory()) =>
  plan(definitionNow, containers, memoryNow, NOW);

describe("a workload that should run", () => {
  test("opens its address before anything else is known", () => {
    expect(planListening(definition(), memory({ isListening: false }))).toMatchObject({ do: "listen" });
    expect(planListening(definition({ desired: "stopped" }), memory({ isListening: false }))).toBeUndefined();
  });

  test("is created, started, connected, waited for and left alone, in that order", () => {
    const up = container(1, "running");
    expect(next(definition(), [])).toMatchObject({ do: "create" });
    expect(next(definition(), [container(1, "created")])).toMatchObject({ do: "start" });
    expect(next(definition(), [up])).toMatchObject({ do: "connect" });
    expect(next(definition(), [up], memory({ connectedTo: up.id }))).toMatchObject({ do: "probe" });
    expect(next(definition(), [up], memory({ connectedTo: up.id, readyRun: runOf(up) }))).toMatchObject({
      do: "settle",
      status: "running",
    });
  });

  test("an HTTP server is connected only once it answers", () => {
    const http = definition({ current: revision(1, "sse") });
    const up = container(1, "running");
    expect(next(http, [up])).toMatchObject({ do: "probe" });
    expect(next(http, [up], memory({ readyRun: runOf(up) }))).toMatchObject({ do: "connect" });
  });

  test("WL-11 a server that ended is started again after a pause that the status names", () => {
    const ended = container(1, "exited");
    const waiting = memory({ failures: 2, retryAtMs: NOW + 4000 });
    expect(next(definition(), [ended], waiting)).toEqual({
      do: "settle",
      status: "unhealthy",
      cause: "the server exited with code 3; starts again in 4 s (try 2 of 5)",
      wakeAtMs: NOW + 4000,
    });
    expect(next(definition(), [ended], memory({ failures: 2, retryAtMs: NOW }))).toMatchObject({ do: "start" });
  });

  test("that failed for good stays in error with its cause", () => {
    expect(next(definition(), [], memory({ gaveUp: "port 80 is taken" }))).toEqual({
      do: "settle",
      status: "error",
      cause: "port 80 is taken",
    });
  });

  test("of two containers of one revision the running one stays and the other goes", () => {
    const doubles = [container(1, "created", { id: "double" as ContainerId }), container(1, "running")];
    expect(next(definition(), doubles)).toMatchObject({ do: "remove", container: { id: "double" } });
  });

  test("a container of an older revision goes before a new one comes", () => {
    expect(next(definition({ current: revision(2) }), [container(1, "running")])).toMatchObject({
      do: "remove",
      container: { id: "c1" },
    });
  });

  test("a restart stops what runs, then forgets the wish", () => {
    const restart = definition({ restart: true });
    expect(next(restart, [container(1, "running")])).toMatchObject({ do: "stop" });
    expect(next(restart, [container(1, "exited")])).toEqual({ do: "clear-restart" });
  });
});

describe("an edit", () => {
  const staged = definition({ current: revision(2), previous: revision(1) });
  const old = container(1, "running");
  const fresh = container(2, "running");

  test("WL-08 lets the old server serve until the new one is ready, then goes over and lets go", () => {
    expect(next(staged, [old])).toMatchObject({ do: "connect", container: { id: "c1" } });
    const serving = { connectedTo: old.id };
    expect(next(staged, [old], memory(serving))).toMatchObject({ do: "create", revision: { number: 2 } });
    expect(next(staged, [old, fresh], memory(serving))).toMatchObject({ do: "probe", container: { id: "c2" } });
    const ready = { readyRun: runOf(fresh) };
    expect(next(staged, [old, fresh], memory({ ...serving, ...ready }))).toMatchObject({ do: "connect" });
    const over = memory({ connectedTo: fresh.id, ...ready });
    expect(next(staged, [old, fresh], over)).toMatchObject({ do: "remove", container: { id: "c1" } });
    expect(next(staged, [fresh], over)).toEqual({ do: "commit-edit" });
  });

  test("is taken back when the new server ends", () => {
    expect(next(staged, [old, container(2, "exited")], memory({ connectedTo: old.id }))).toEqual({
      do: "roll-back",
      cause: "the server exited with code 3",
    });
  });

  test("is taken back when the new container cannot be made", () => {
    expect(next(staged, [old], memory({ connectedTo: old.id, gaveUp: "no such command" }))).toEqual({
      do: "roll-back",
      cause: "no such command",
    });
  });

  test("is taken back when the new server never answers", () => {
    const probe = { run: runOf(fresh), sinceMs: NOW - STAGING_LIMIT_MS - 1, nextMs: NOW + 1, reason: "no answer" };
    expect(next(staged, [old, fresh], memory({ connectedTo: old.id, probe }))).toMatchObject({ do: "roll-back" });
  });
});

describe("a workload that should stop", () => {
  const stopped = definition({ desired: "stopped" });

  test("closes its address first, then stops its container and keeps it", () => {
    const up = container(1, "running");
    expect(next(stopped, [up])).toEqual({ do: "close-proxy" });
    expect(next(stopped, [up], memory({ isListening: false }))).toMatchObject({ do: "stop" });
    expect(next(stopped, [container(1, "exited")], memory({ isListening: false }))).toMatchObject({
      do: "settle",
      status: "stopped",
    });
  });
});

describe("a workload that should go", () => {
  test("closes its address, removes every container, then is forgotten", () => {
    const removed = definition({ desired: "removed" });
    const quiet = memory({ isListening: false });
    expect(next(removed, [])).toEqual({ do: "close-proxy" });
    expect(next(removed, [container(1, "running")], quiet)).toMatchObject({ do: "remove", why: "deleted" });
    expect(next(removed, [], quiet)).toEqual({ do: "forget" });
  });
});
