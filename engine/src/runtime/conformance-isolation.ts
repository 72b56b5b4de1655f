import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "./conformance-commands.ts";
import { type Bench, uniqueName } from "./conformance-context.ts";

const sh = (script: string): string[] => ["sh", "-c", script];
const MEGABYTE = 1024 ** 2;

export function isolationRules(bench: Bench): void {
  describe("mounts", () => {
    test("a source that does not exist is refused, and nothing is left", async () => {
      const source = join(tmpdir(), uniqueName());
      const created = bench.create(COMMANDS.echo, { mounts: [{ source, target: "/data", readOnly: true }] });
      await expect(created).rejects.toMatchObject({ code: "invalid_input", message: expect.stringContaining(source) });
      expect(await bench.runtime.list(bench.labels)).toEqual([]);
      await expect(readFile(source)).rejects.toMatchObject({ code: "ENOENT" });
    });

    test.runIf(bench.traits.isolates)("a read-only one can be read and not written", async () => {
      await using folder = await temporaryFolder();
      await writeFile(join(folder.path, "note"), "from outside");
      const mounts = [{ source: folder.path, target: "/data", readOnly: true }];
      const output = await bench.outputOf(sh("cat /data/note; echo x > /data/other || echo refused"), { mounts });
      expect(output).toContain("from outside");
      expect(output).toContain("refused");
      await expect(readFile(join(folder.path, "other"))).rejects.toMatchObject({ code: "ENOENT" });
    });

    test.runIf(bench.traits.isolates)("another one can be written", async () => {
      await using folder = await temporaryFolder();
      const mounts = [{ source: folder.path, target: "/tmp", readOnly: false }];
      await bench.outputOf(sh("echo from inside > /tmp/note"), { mounts });
      expect(await readFile(join(folder.path, "note"), "utf8")).toBe("from inside\n");
    });
  });

  describe.runIf(bench.traits.isolates)("what a process may do", () => {
    test("no capabilities, and no way to new privileges", async () => {
      const status = await bench.outputOf(["cat", "/proc/self/status"]);
      expect(field(status, "CapEff")).toBe("0000000000000000");
      expect(field(status, "CapBnd")).toBe("0000000000000000");
      expect(field(status, "NoNewPrivs")).toBe("1");
      expect(field(status, "Seccomp")).toBe("2");
    });

    test("/tmp is a place of its own that everybody may write to, of limited size", async () => {
      const output = await bench.outputOf(sh("mount | grep ' /tmp '; stat -c %a /tmp"));
      expect(output).toMatch(/tmpfs on \/tmp type tmpfs \(rw,nosuid,nodev,relatime,size=\d+k/);
      expect(output).toMatch(/^1777$/m);
    });

    test("there is no network unless one is named", async () => {
      const interfaces = await bench.outputOf(sh("tail -n +3 /proc/net/dev | cut -d: -f1"));
      expect(interfaces.trim()).toBe("lo");
    });

    test("a name nobody knows is given up after one try of one second", async () => {
      const name = uniqueName();
      await bench.runtime.createNetwork({ name, labels: bench.labels, isInternal: false });
      const settings = await bench.outputOf(["cat", "/etc/resolv.conf"], { network: name });
      expect(settings).toMatch(/^options (?=.*\btimeout:1\b)(?=.*\battempts:1\b)/m);
    });
  });

  describe.runIf(bench.traits.isolates)("limits", () => {
    const limits = { memoryBytes: 96 * MEGABYTE, cpus: 0.5, pids: 40 };

    test("processes: what goes beyond cannot be started", async () => {
      const output = await bench.outputOf(sh("i=0; while [ $i -lt 60 ]; do sleep 5 & i=$((i + 1)); done"), { limits });
      expect(output).toMatch(/fork/);
    });

    test("processors and memory are what was asked for", async () => {
      const read = (newer: string, older: string): string =>
        `cat /sys/fs/cgroup/${newer} 2>/dev/null || cat /sys/fs/cgroup/${older}`;
      const memory = await bench.outputOf(sh(read("memory.max", "memory/memory.limit_in_bytes")), { limits });
      const cpu = await bench.outputOf(sh(read("cpu.max", "cpu/cpu.cfs_quota_us")), { limits });
      expect(memory.trim()).toBe(String(limits.memoryBytes));
      expect(cpu.trim().split(" ")[0]).toBe("50000");
    });

    test("memory: a process that takes more is killed", async () => {
      const greedy = ["node", "-e", "const all = []; for (;;) all.push(Buffer.alloc(8e6, 1))"];
      const { id } = await bench.run(greedy, { limits });
      const ended = await bench.ended(id);
      expect(ended).toMatchObject({ state: "exited", outOfMemory: bench.traits.reportsOutOfMemory });
      expect(ended.exitCode).not.toBe(0);
    });
  });
}

const field = (status: string, name: string): string => new RegExp(`^${name}:\\s*(\\S+)$`, "m").exec(status)?.[1] ?? "";

async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), "thv-test-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}
