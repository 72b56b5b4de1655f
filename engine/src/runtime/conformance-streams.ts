import { describe, expect, test } from "vitest";
import { COMMANDS } from "./conformance-commands.ts";
import { type Bench, tapInto } from "./conformance-context.ts";

export function streamRules(bench: Bench): void {
  describe("attachments", () => {
    test("one made before the start sees the first line", async () => {
      const { tap } = await bench.run(COMMANDS.echo);
      await tap.until(({ stdout }) => stdout.startsWith("ready\n"));
    });

    test("nothing is lost when it is opened only after the process is over", async () => {
      const id = await bench.create(COMMANDS.pieces);
      const attachment = await bench.runtime.attach(id);
      await bench.runtime.start(id);
      await bench.ended(id);
      const tap = tapInto(attachment);
      await tap.until(({ ends }) => ends > 0);
      expect(tap).toMatchObject({ stdout: "one, two\nthree, four\n", stderr: "warn\n", ends: 1 });
    });

    test("what is written comes back from the process, byte for byte", async () => {
      const { tap } = await bench.run(COMMANDS.echo);
      const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
      tap.attachment.write(everyByte);
      const wanted = `ready\n${everyByte.toString("latin1")}`;
      await tap.until(({ stdout }) => stdout.length >= wanted.length);
      expect(tap.stdout).toBe(wanted);
    });

    test("what is written before the start arrives", async () => {
      const id = await bench.create(COMMANDS.echo);
      const tap = tapInto(await bench.runtime.attach(id));
      tap.say("early\n");
      await bench.runtime.start(id);
      await tap.until(({ stdout }) => stdout === "ready\nearly\n");
    });

    test("a stop before the start does it no harm", async () => {
      const id = await bench.create(COMMANDS.echo);
      const tap = tapInto(await bench.runtime.attach(id));
      await bench.runtime.stop(id);
      await bench.runtime.start(id);
      tap.say("still here\n");
      await tap.until(({ stdout }) => stdout === "ready\nstill here\n");
    });

    test("lines that come in pieces are whole, and each stream is apart", async () => {
      const { tap } = await bench.run(COMMANDS.pieces);
      await tap.until(({ ends }) => ends > 0);
      expect(tap).toMatchObject({ stdout: "one, two\nthree, four\n", stderr: "warn\n" });
    });

    test("a later one continues the same process", async () => {
      const { id, tap } = await bench.run(COMMANDS.count);
      tap.say("first\n");
      await tap.until(({ stdout }) => stdout === "1 first\n");
      tap.attachment[Symbol.dispose]();

      const again = tapInto(await bench.runtime.attach(id));
      again.say("second\n");
      await again.until(({ stdout }) => stdout === "2 second\n");
    });

    test.runIf(bench.traits.keepsStdinOpen)("one of another driver continues the same process", async () => {
      const before = await bench.open();
      const id = await before.create(bench.spec(COMMANDS.count));
      const tap = tapInto(await before.attach(id));
      await before.start(id);
      tap.say("first\n");
      await tap.until(({ stdout }) => stdout === "1 first\n");
      await before[Symbol.asyncDispose]();

      const again = tapInto(await bench.runtime.attach(id));
      again.say("second\n");
      await again.until(({ stdout }) => stdout === "2 second\n");
    });

    test("two at once see the same output, and one outlives the other", async () => {
      const { id, tap } = await bench.run(COMMANDS.count);
      const other = tapInto(await bench.runtime.attach(id));
      other.say("first\n");
      await Promise.all([tap, other].map((one) => one.until(({ stdout }) => stdout === "1 first\n")));
      tap.attachment[Symbol.dispose]();
      await tap.until(({ ends }) => ends > 0);
      other.say("second\n");
      await other.until(({ stdout }) => stdout === "1 first\n2 second\n");
    });

    test("disposing ends it once and leaves the container alone", async () => {
      const { id, tap } = await bench.run(COMMANDS.echo);
      await tap.until(({ stdout }) => stdout === "ready\n");
      tap.attachment[Symbol.dispose]();
      tap.attachment[Symbol.dispose]();
      await tap.until(({ ends }) => ends > 0);
      expect(tap.say("too late\n")).toBe(false);
      // The round trip shows that nothing more came of it.
      expect(await bench.runtime.inspect(id)).toMatchObject({ state: "running" });
      expect(tap).toMatchObject({ stdout: "ready\n", ends: 1 });
    });

    test("one that was disposed before it was opened ends at once", async () => {
      const id = await bench.create(COMMANDS.echo);
      const attachment = await bench.runtime.attach(id);
      attachment[Symbol.dispose]();
      await tapInto(attachment).until(({ ends }) => ends === 1);
    });

    test("the end of the process comes once, after its last byte", async () => {
      const { tap } = await bench.run(COMMANDS.flood);
      let atEnd = 0;
      await tap.until(({ ends, stdout }) => {
        atEnd = stdout.length;
        return ends > 0;
      });
      expect(atEnd).toBe(3_000_000);
      expect(tap).toMatchObject({ stdout: "x".repeat(3_000_000), stderr: "", ends: 1 });
    });

    test("a stopped container ends it; another one hears the next run from its first line", async () => {
      const { id, tap } = await bench.run(COMMANDS.polite);
      await tap.until(({ stdout }) => stdout === "ready\n");
      await bench.runtime.stop(id);
      await tap.until(({ ends }) => ends > 0);

      const next = tapInto(await bench.runtime.attach(id));
      await bench.runtime.start(id);
      await next.until(({ stdout }) => stdout === "ready\n");
    });

    test("writing faster than the process reads says so, and says when to go on", async () => {
      const { tap } = await bench.run(COMMANDS.lateReader);
      const chunk = Buffer.alloc(50_000, "y");
      let refusals = 0;
      for (let written = 0; written < 4_000_000; written += chunk.length) {
        const { drains } = tap;
        if (tap.attachment.write(chunk)) continue;
        refusals++;
        await tap.until((now) => now.drains > drains);
      }
      await tap.until(({ ends }) => ends > 0);
      expect(refusals).toBeGreaterThan(0);
      expect(tap.stdout.trim()).toBe("4000000");
    });

    test("a paused one gets nothing until it is resumed, and then everything", async () => {
      const { id, tap } = await bench.run(COMMANDS.flood);
      await tap.until(({ stdout }) => stdout.length > 0);
      tap.attachment.pause();
      await bench.runtime.inspect(id);
      const { length } = tap.stdout;
      await bench.runtime.logs(id, { tail: 1 });
      expect(tap.stdout).toHaveLength(length);
      tap.attachment.resume();
      await tap.until(({ ends }) => ends > 0);
      expect(tap.stdout).toHaveLength(3_000_000);
    });
  });

  describe("logs", () => {
    test("are both streams in the order they were written", async () => {
      const { id } = await bench.run(COMMANDS.turns);
      await bench.ended(id);
      expect(await bench.runtime.logs(id, { tail: 10 })).toBe("one\n two\nthree\n");
    });

    test("are the last lines", async () => {
      const { id } = await bench.run(COMMANDS.lines);
      await bench.ended(id);
      expect(await bench.runtime.logs(id, { tail: 3 })).toBe("line 18\nline 19\nline 20\n");
      expect((await bench.runtime.logs(id, { tail: 1000 })).split("\n")).toHaveLength(21);
    });

    test("of a running container are there too", async () => {
      const { id, tap } = await bench.run(COMMANDS.echo);
      await tap.until(({ stdout }) => stdout === "ready\n");
      await expect.poll(() => bench.runtime.logs(id, { tail: 10 })).toBe("ready\n");
    });

    test("of a container that never ran are empty", async () => {
      expect(await bench.runtime.logs(await bench.create(COMMANDS.echo), { tail: 10 })).toBe("");
    });
  });
}
