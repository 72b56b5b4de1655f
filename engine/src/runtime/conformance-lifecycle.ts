import type { AppError } from "@toolhaven/contract/errors";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "./conformance-commands.ts";
import { type Bench, uniqueName } from "./conformance-context.ts";
import type { ContainerId } from "./runtime.ts";

const MISSING = "0".repeat(64) as ContainerId;

export function lifecycleRules(bench: Bench): void {
  describe("life of a container", () => {
    test("a created container has not run yet", async () => {
      const spec = bench.spec(COMMANDS.echo, { port: 8080 });
      const id = await bench.runtime.create(spec);
      const image = await bench.runtime.findImage(bench.image);
      expect(await bench.runtime.inspect(id)).toMatchObject({
        id,
        name: spec.name,
        labels: bench.labels,
        state: "created",
        image: image?.id,
        startedAt: "",
        exitCode: undefined,
        outOfMemory: false,
        address: undefined,
      });
    });

    test("a started container is listed as running", async () => {
      const id = await bench.create(COMMANDS.echo);
      await bench.runtime.start(id);
      expect(await bench.runtime.list(bench.labels)).toMatchObject([{ id, state: "running", labels: bench.labels }]);
      const details = await bench.runtime.inspect(id);
      expect(details).toMatchObject({ state: "running", exitCode: undefined });
      expect(Date.parse(details!.startedAt)).toBeGreaterThan(0);
    });

    test("starting a running container changes nothing", async () => {
      const { id } = await bench.run(COMMANDS.echo);
      const before = await bench.runtime.inspect(id);
      await bench.runtime.start(id);
      expect(await bench.runtime.inspect(id)).toEqual(before);
    });

    test("a stopped container is listed as exited and starts again, with another start time", async () => {
      const { id } = await bench.run(COMMANDS.polite);
      const first = await bench.runtime.inspect(id);
      await bench.runtime.stop(id, { graceSeconds: 1 });
      expect(await bench.runtime.list(bench.labels)).toMatchObject([{ id, state: "exited" }]);

      await bench.runtime.start(id);
      const second = await bench.runtime.inspect(id);
      expect(second).toMatchObject({ state: "running", exitCode: undefined });
      expect(second!.startedAt).not.toBe(first!.startedAt);
    });

    test("stopping asks with TERM first", async () => {
      const { id, tap } = await bench.run(COMMANDS.polite);
      await tap.until(({ stdout }) => stdout.includes("ready"));
      await bench.runtime.stop(id);
      expect(await bench.runtime.inspect(id)).toMatchObject({ state: "exited", exitCode: 7 });
    });

    test("what does not stop by itself is killed after the grace", async () => {
      const { id, tap } = await bench.run(COMMANDS.stubborn);
      await tap.until(({ stdout }) => stdout.includes("ready"));
      await bench.runtime.stop(id, { graceSeconds: 1 });
      expect(await bench.runtime.inspect(id)).toMatchObject({ state: "exited", exitCode: 137 });
    });

    test("stopping what does not run changes nothing", async () => {
      const created = await bench.create(COMMANDS.echo);
      await bench.runtime.stop(created);
      expect(await bench.runtime.inspect(created)).toMatchObject({ state: "created" });

      const { id } = await bench.run(COMMANDS.crash);
      const ended = await bench.ended(id);
      await bench.runtime.stop(id);
      expect(await bench.runtime.inspect(id)).toEqual(ended);

      await expect(bench.runtime.stop(MISSING)).resolves.toBeUndefined();
    });

    test("a process that ends by itself leaves its exit code", async () => {
      const { id } = await bench.run(COMMANDS.crash);
      expect(await bench.ended(id)).toMatchObject({ state: "exited", exitCode: 3, outOfMemory: false });
    });

    test("removing kills if need be; removing what is gone changes nothing", async () => {
      const { id } = await bench.run(COMMANDS.stubborn);
      await bench.runtime.remove(id);
      expect(await bench.runtime.inspect(id)).toBeUndefined();
      await expect(bench.runtime.remove(id)).resolves.toBeUndefined();
    });

    test("a container that is removed twice at once is gone for both", async () => {
      const { id } = await bench.run(COMMANDS.echo);
      const remove = async (): Promise<unknown> => {
        await bench.runtime.remove(id);
        return bench.runtime.inspect(id);
      };
      expect(await Promise.all([remove(), remove(), remove()])).toEqual([undefined, undefined, undefined]);
    });

    test("disposing the driver leaves containers as they are", async () => {
      const another = await bench.open();
      const id = await another.create(bench.spec(COMMANDS.polite));
      await another.start(id);
      await another[Symbol.asyncDispose]();
      expect(await bench.runtime.inspect(id)).toMatchObject({ state: "running" });
    });
  });

  describe("what a container is made of", () => {
    test("the environment is as given, whatever is in it", async () => {
      const env = { GREETING: 'a=b "c" $HOME\\n ü' };
      const { tap } = await bench.run(COMMANDS.greet, { env });
      await tap.until(({ ends }) => ends > 0);
      expect(Buffer.from(tap.stdout, "latin1").toString("utf8")).toBe(`${env.GREETING}\n`);
    });

    test("without a command the image's own runs", async () => {
      const { id } = await bench.run([]);
      expect(await bench.runtime.inspect(id)).toMatchObject({ state: "running" });
    });

    test("an image id will do for a reference", async () => {
      const image = await bench.runtime.findImage(bench.image);
      const id = await bench.create(COMMANDS.echo, { image: image!.id });
      expect(await bench.runtime.inspect(id)).toMatchObject({ image: image!.id });
    });
  });

  describe("finding containers", () => {
    test("list returns what carries every label, sorted by name", async () => {
      const prefix = uniqueName();
      for (const end of ["b", "c", "a"]) {
        await bench.create(COMMANDS.echo, { name: `${prefix}-${end}`, labels: { ...bench.labels, end } });
      }
      const names = (await bench.runtime.list(bench.labels)).map(({ name }) => name);
      expect(names).toEqual([`${prefix}-a`, `${prefix}-b`, `${prefix}-c`]);
      expect(await bench.runtime.list({ ...bench.labels, end: "b" })).toMatchObject([{ name: `${prefix}-b` }]);
      expect(await bench.runtime.list({ ...bench.labels, end: "x" })).toEqual([]);
    });

    test("inspecting what does not exist gives nothing", async () => {
      expect(await bench.runtime.inspect(MISSING)).toBeUndefined();
    });
  });

  describe("refusals", () => {
    test("a second container of the same name already exists", async () => {
      const first = bench.spec(COMMANDS.echo);
      await bench.runtime.create(first);
      await expect(bench.runtime.create(first)).rejects.toMatchObject({ name: "AppError", code: "already_exists" });
      expect(await bench.runtime.list(bench.labels)).toHaveLength(1);
    });

    test.each(["toolhaven.test/no-such-image:1", `sha256:${"0".repeat(64)}`])(
      "image %s is not found",
      async (image) => {
        await expect(bench.create(COMMANDS.echo, { image })).rejects.toMatchObject({ code: "not_found" });
      },
    );

    test("a container that does not exist is not found", async () => {
      const { runtime } = bench;
      await expect(runtime.start(MISSING)).rejects.toMatchObject({ code: "not_found" });
      await expect(runtime.attach(MISSING)).rejects.toMatchObject({ code: "not_found" });
      await expect(runtime.logs(MISSING, { tail: 1 })).rejects.toMatchObject({ code: "not_found" });
    });

    test("a malformed name is invalid input, in one line", async () => {
      const refused = bench.create(COMMANDS.echo, { name: "a name" });
      await expect(refused).rejects.toMatchObject({
        code: "invalid_input",
        message: expect.stringMatching(/^[^\n]+$/),
      });
    });

    test("a command that does not exist is invalid input, or a process that ends with 127", async () => {
      const id = await bench.create(COMMANDS.missing);
      const outcome = await bench.runtime.start(id).then(
        async () => (await bench.ended(id)).exitCode,
        (error: AppError) => error.code,
      );
      expect([127, "invalid_input"]).toContain(outcome);
    });

    test("a call whose signal has fired ends with the signal's reason", async () => {
      const reason = new Error("not any more");
      await expect(bench.runtime.list({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    });
  });
}
