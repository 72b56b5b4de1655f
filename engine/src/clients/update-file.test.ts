import { mkdirSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { type Disk, realDisk } from "./disk.ts";
import { type Steps, watchedDisk } from "./failing-disk.ts";
import { openRecords } from "./records.ts";
import { createMachine, workload } from "./test-machine.ts";
import { updateFile } from "./update-file.ts";
import { wantedIn } from "./targets.ts";

const BEFORE = '{\n  "mcpServers": {}\n}\n';

async function setup(disk: Disk = realDisk) {
  const machine = await createMachine();
  const cursor = machine.catalogue.find(({ type }) => type === "Cursor")!;
  const path = cursor.file;
  await mkdir(dirname(path));
  const records = await openRecords(machine.recordsFolder);
  let pauses = 0;
  const update = (how: { ports?: readonly number[]; disk?: Disk; isRehearsal?: boolean } = {}) => {
    const { ports = [4001], ...rest } = how;
    const offers = { offered: ports.map((port) => workload("fetch", port)), groupsOf: () => new Set(["default"]) };
    const wanted = () => wantedIn({ path, clients: [cursor] }, offers);
    const pause = async (): Promise<void> => void pauses++;
    const deps = { disk: how.disk ?? disk, records, stagingTag: "test", pause };
    return updateFile(deps, { path, syntax: "json", wanted, isForced: false, ...rest });
  };
  return { path, update, records, pauses: () => pauses };
}

describe("a file that cannot be edited", () => {
  const REFUSED: ReadonlyArray<readonly [string, string | Buffer, RegExp]> = [
    ["cut off", '{\n  "mcpServers": {', /: not valid JSON \(close brace expected\) at line 2, column 18$/],
    ["with a key twice", '{ "a": 1, "a": 2 }', /: a key appears twice in one object at line 1, column 11$/],
    ["with a list as its root", "[]", /: its root is not an object at line 1, column 1$/],
    [
      "with something else behind the key",
      '{"mcpServers": null}',
      /: "mcpServers" is not an object at line 1, column 16$/,
    ],
    ["with something behind its end", "{} {}", /: not valid JSON \(end of file expected\) at line 1, column 4$/],
    ["with an open comment", "{} /* ", /: not valid JSON \(unexpected end of comment\)/],
    ["nested without end", "[".repeat(100_000), /: nested too deeply at line 1, column 501$/],
    ["in another encoding", Buffer.from('{"é": 1}', "latin1"), /: it is not valid UTF-8$/],
    ["in UTF-16", Buffer.from("\uFEFF{}", "utf16le"), /: it is not valid UTF-8$/],
    ["of zero bytes", Buffer.alloc(20), /: not valid JSON/],
  ];

  test.each(REFUSED)("CL-06 %s is named with the place and left as it is", async (_title, content, message) => {
    const { path, update } = await setup();
    await writeFile(path, content);

    const refusal: unknown = await update().catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "invalid_input", message: expect.stringMatching(message) });
    expect((refusal as Error).message).toContain(`cannot edit "${path}": `);
    expect(await readFile(path)).toEqual(Buffer.from(content));
    expect(await readdir(dirname(path))).toEqual(["mcp.json"]);
  });

  test("CL-06 larger than 10 MB is not read", async () => {
    const { path, update } = await setup();
    await writeFile(path, "{}");
    await truncate(path, 10_000_001);
    await expect(update()).rejects.toThrow("it is larger than 10 MB");
  });

  test("CL-06 that is a folder, a pipe or a link in a circle is refused at once", async () => {
    const { path, update } = await setup();
    await mkdir(path);
    await expect(update()).rejects.toThrow("it is not a regular file");
    await rm(path, { recursive: true });
    execFileSync("sh", ["-c", 'mkfifo "$0"', path]);
    await expect(update()).rejects.toThrow("it is not a regular file");
    await rm(path);
    await symlink(path, path);
    await expect(update()).rejects.toThrow("its links go in a circle");
  });

  test("CL-06 read-only is respected", async () => {
    const { path, update } = await setup();
    await writeFile(path, BEFORE);
    await chmod(path, 0o444);
    await expect(update()).rejects.toThrow("it is read-only");
    await expect(update({ isRehearsal: true })).rejects.toThrow("it is read-only");
    expect(await readFile(path, "utf8")).toBe(BEFORE);
  });

  test("CL-06 because the disk is full, is as it was", async () => {
    const { path, update } = await setup();
    await writeFile(path, BEFORE);
    const full: Disk = {
      ...realDisk,
      async stage(staged, bytes, like) {
        await realDisk.stage(staged, bytes, like);
        throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
      },
    };
    await expect(update({ disk: full })).rejects.toThrow(`cannot edit "${path}": no space left on the disk`);
    expect(await readFile(path, "utf8")).toBe(BEFORE);
    expect(await readdir(dirname(path))).toEqual(["mcp.json"]);
  });
});

describe("another program that writes the same file", () => {
  /** It writes once, at one step, in the way given. */
  const intruder = (at: number, write: () => void): Steps => ({
    count: 0,
    onStep(step) {
      if (step === at) write();
    },
  });
  const THEIRS = '{\n  "mcpServers": { "mine": {} },\n  "seen": 1\n}\n';

  const WAYS: ReadonlyArray<readonly [string, (path: string) => void]> = [
    ["in place", (path) => writeFileSync(path, THEIRS)],
    [
      "by replacing it",
      (path) => {
        writeFileSync(`${path}.new`, THEIRS);
        renameSync(`${path}.new`, path);
      },
    ],
  ];

  test.each(WAYS)("CL-07 %s is never overwritten, whenever it does", async (_title, write) => {
    // Of equal length: sizes must not be what tells them apart.
    for (const start of [BEFORE.padEnd(THEIRS.length), undefined]) {
      for (let at = 0, isLater = true; isLater; at++) {
        const { path, update } = await setup();
        if (start !== undefined) await writeFile(path, start);
        const steps = intruder(at, () => write(path));
        await update({ disk: watchedDisk(realDisk, steps) });
        isLater = steps.count > at;
        if (!isLater) break;

        // Written after ours, it is the newer; the next comparison adds ours.
        await update();
        const result = JSON.parse(await readFile(path, "utf8"));
        expect(result).toMatchObject({
          seen: 1,
          mcpServers: { mine: {}, fetch: { url: "http://127.0.0.1:4001/mcp" } },
        });
        await update({ ports: [] });
        expect(await readFile(path, "utf8")).toBe(THEIRS);
        expect(await readdir(dirname(path))).toEqual(["mcp.json"]);
      }
    }
  });

  test("CL-07 without end makes us give up, with its last text in the file", async () => {
    const { path, update, pauses } = await setup();
    await writeFile(path, BEFORE);
    let writes = 0;
    const busy: Steps = { count: 0, onStep: () => writeFileSync(path, `{ "writes": ${++writes} }`) };
    await expect(update({ disk: watchedDisk(realDisk, busy) })).rejects.toThrow(
      "another program is writing it; try again",
    );
    expect(await readFile(path, "utf8")).toBe(`{ "writes": ${writes} }`);
    expect(pauses()).toBe(7);
  });

  test("CL-07 while we remove the file it adds to keeps it", async () => {
    const { path, update } = await setup();
    await update();
    const steps = intruder(3, () => writeFileSync(path, THEIRS));
    await update({ ports: [], disk: watchedDisk(realDisk, steps) });
    expect(await readFile(path, "utf8")).toBe(THEIRS);
  });

  test("CL-07 that has emptied the file to write it anew is waited for, and our entry is still known as ours", async () => {
    const { path, update, pauses } = await setup();
    await writeFile(path, THEIRS);
    await update();
    const text = await readFile(path, "utf8");
    await writeFile(path, "");
    let looks = 0;
    const disk: Disk = {
      ...realDisk,
      read: (file, limits) => {
        if (++looks === 3) writeFileSync(path, text);
        return realDisk.read(file, limits);
      },
    };
    await update({ ports: [], disk });
    expect(await readFile(path, "utf8")).toBe(THEIRS);
    expect(pauses()).toBe(2);
  });

  test("CL-07 with a lock beside the file is waited for", async () => {
    const { path, update, pauses } = await setup();
    await writeFile(path, BEFORE);
    mkdirSync(`${path}.lock`);
    let looks = 0;
    const patient: Disk = { ...realDisk, lockAge: (lock) => (++looks > 3 ? undefined : realDisk.lockAge(lock)) };
    await update({ disk: patient });
    expect(pauses()).toBe(3);
    expect(await readFile(path, "utf8")).toContain("4001");
  });

  test("CL-07 with a lock that is never given back does not hold us up for ever", async () => {
    const { path, update } = await setup();
    await writeFile(path, BEFORE);
    mkdirSync(`${path}.lock`);
    await expect(update()).rejects.toThrow("another program is writing it");
    const longAgo = Date.now() / 1000 - 60;
    utimesSync(`${path}.lock`, longAgo, longAgo);
    await update();
    expect(await readFile(path, "utf8")).toContain("4001");
    expect(await readdir(dirname(path))).toEqual(["mcp.json", "mcp.json.lock"]);
  });
});

describe("what nobody needs", () => {
  test("CL-04 a file that is right is not written", async () => {
    const { path, update } = await setup();
    await writeFile(path, BEFORE);
    await update();
    const { mtimeMs, ino } = await stat(path);
    await update();
    expect(await stat(path)).toMatchObject({ mtimeMs, ino });
  });

  test("CL-08 a staged file that a killed server left goes with the next edit", async () => {
    const { path, update } = await setup();
    await writeFile(path, BEFORE);
    await writeFile(join(dirname(path), ".mcp.json.toolhaven-test.tmp"), "half");
    await update();
    expect(await readdir(dirname(path))).toEqual(["mcp.json"]);
  });

  test.runIf(process.getuid?.() === 0)("CL-09 a file keeps its owner", async () => {
    const { path, update } = await setup();
    await writeFile(path, BEFORE);
    await chmod(path, 0o660);
    execFileSync("chown", ["1234:2345", path]);
    await update();
    expect(await stat(path)).toMatchObject({ uid: 1234, gid: 2345 });
    expect((await stat(path)).mode & 0o777).toBe(0o660);
  });
});
