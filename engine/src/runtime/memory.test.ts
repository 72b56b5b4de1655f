import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "@toolhaven/contract/errors";
import { describe, expect, test } from "vitest";
import { describeRuntime } from "./conformance.ts";
import { STEPS } from "./conformance-builds.ts";
import { COMMANDS } from "./conformance-commands.ts";
import { createMemoryEngine } from "./memory.ts";
import type { MemoryStep } from "./memory-build.ts";
import type { MemoryProcess, MemoryProgram } from "./memory-container.ts";
import type { ContainerSpec } from "./runtime.ts";

/** What the rules run, acted out. */
const ACTS: Record<keyof typeof COMMANDS, MemoryProgram> = {
  async echo({ stdin, stdout }) {
    await stdout("ready\n");
    for await (const bytes of stdin) await stdout(bytes);
  },
  async count({ stdin, stdout }) {
    let count = 0;
    for await (const bytes of stdin) await stdout(`${++count} ${bytes.toString()}`);
  },
  async crash({ stderr, exit }) {
    await stderr("failing\n");
    exit(3);
  },
  async polite({ stdout, exit, onTerm, signal }) {
    onTerm(() => exit(7));
    await stdout("ready\n");
    await over(signal);
  },
  async stubborn({ stdout, onTerm, signal }) {
    onTerm(() => undefined);
    await stdout("ready\n");
    await over(signal);
  },
  async pieces({ stdout, stderr }) {
    await stdout("one, ");
    await stderr("warn\n");
    await stdout("two\nthree");
    await stdout(", four\n");
  },
  async turns({ stdout, stderr }) {
    await stdout("one\n");
    await stderr(" two\n");
    await stdout("three\n");
  },
  async lines({ stdout }) {
    for (let i = 1; i <= 20; i++) await stdout(`line ${i}\n`);
  },
  async flood({ stdout }) {
    for (let i = 0; i < 300; i++) await stdout("x".repeat(10_000));
  },
  async lateReader({ stdin, stdout }) {
    await wait(50);
    let total = 0;
    for await (const bytes of stdin) {
      total += bytes.length;
      if (total >= 4_000_000) break;
    }
    await stdout(`${total}\n`);
  },
  greet: ({ spec, stdout }) => stdout(`${spec.env["GREETING"]}\n`),
  async http({ stdout, listensOn, signal }) {
    const server = createServer((_, answer) => answer.end("hello")).listen(0, "127.0.0.1", () => {
      listensOn((server.address() as AddressInfo).port);
      void stdout("ready\n");
    });
    await over(signal);
    server.close();
  },
  note: ({ stdout }) => stdout("hello\n"),
  missing: () => {
    throw new AppError("invalid_input", `cannot start the container: executable file not found`);
  },
};

function act(process: MemoryProcess): unknown {
  const key = JSON.stringify(process.spec.command ?? []);
  const [name] = Object.entries(COMMANDS).find(([, command]) => JSON.stringify(command) === key) ?? [];
  return name ? ACTS[name as keyof typeof ACTS](process) : over(process.signal);
}

const over = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener("abort", resolve));

const image = "example.test/conformance:1";
const step: MemoryStep = async (words, { say, signal }) => {
  if (STEPS.fails.endsWith(words)) {
    say("first");
    say("the true reason");
    throw new Error("exit status 3");
  }
  if (STEPS.lasts.endsWith(words)) await over(signal);
};
const engine = createMemoryEngine({ images: { [image]: act }, step });

describeRuntime({
  name: "memory",
  open: async () => engine.runtime(),
  image,
  traits: { isolates: false, reportsOutOfMemory: true, keepsStdinOpen: true },
});

describe("memory engine", () => {
  const spec: ContainerSpec = { name: "one", image, command: COMMANDS.echo, env: {}, labels: {} };

  async function setup() {
    const mine = createMemoryEngine({ images: { [image]: act }, registry: { "example.test/pulled:1": act } });
    const runtime = mine.runtime();
    const id = await runtime.create(spec);
    await runtime.start(id);
    return { engine: mine, runtime, id };
  }

  test("a crash ends the process with the code it was given", async () => {
    const { engine: mine, runtime, id } = await setup();
    mine.crash(id, 139, { outOfMemory: true });
    expect(await runtime.inspect(id)).toMatchObject({ state: "exited", exitCode: 139, outOfMemory: true });
  });

  test("a failure asked for meets the next call of that name, and only that", async () => {
    const { engine: mine, runtime, id } = await setup();
    const error = new AppError("internal", "no space left");
    mine.fail("start", error);
    await expect(runtime.start(id)).rejects.toBe(error);
    await expect(runtime.start(id)).resolves.toBeUndefined();
  });

  test("while it is away every call fails and streams end; containers are there when it is back", async () => {
    const { engine: mine, runtime, id } = await setup();
    const attachment = await runtime.attach(id);
    const ended = new Promise<void>((onEnd) => attachment.open({ onStdout() {}, onStderr() {}, onDrain() {}, onEnd }));
    const next = runtime.events({}, { signal: new AbortController().signal })[Symbol.asyncIterator]().next();
    mine.goAway();
    await ended;
    await expect(next).rejects.toMatchObject({ code: "runtime_unavailable" });
    await expect(runtime.list({})).rejects.toMatchObject({ code: "runtime_unavailable" });
    mine.comeBack();
    expect(await runtime.list({})).toMatchObject([{ id, state: "running" }]);
  });

  test("a pull brings what the registry has, with a digest", async () => {
    const { runtime } = await setup();
    const pulled = await runtime.pullImage("example.test/pulled:1");
    expect(pulled.digest).toMatch(/^example\.test\/pulled:1@sha256:/);
    expect(await runtime.findImage("example.test/pulled:1")).toEqual(pulled);
    await expect(runtime.pullImage("example.test/none:1")).rejects.toMatchObject({ code: "not_found" });
  });
});
