import { FIXTURES } from "@toolhaven/fixtures/images";
import { TREE } from "@toolhaven/cli/manifest/tree";
import { waitUntil } from "@toolhaven/engine/wait";
import { existsSync, readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { endUsers, newUser, PROGRAM, type User } from "./cli-user.ts";
import { containersOf } from "./docker.ts";

/** The password keeps the system's keyring out of it, which some machines have and some wait long for. */
const NO_ENGINE = { DOCKER_HOST: "unix:///nowhere/docker.sock", TOOLHAVEN_SECRETS_PASSWORD: "a password" };
let user: User;
beforeAll(async () => {
  user = await newUser();
});
afterAll(endUsers);

describe("a machine without an engine", () => {
  let poor: User;
  beforeAll(async () => {
    poor = await newUser();
    // Also starts the server, which the others then find.
    await poor.thv(["list"], { env: NO_ENGINE });
  });

  /** They run until they are told to stop; what they need is asked for by the others. */
  const STAYS = new Set(["serve", "mcp serve", "proxy"]);
  const leaves = TREE.filter(({ isGroup, words }) => !isGroup && !STAYS.has(words.join(" ")));

  test("CM-22 every command ends within five seconds when nobody can be asked, and its stdin is closed", async () => {
    const slow: string[] = [];
    const odd: string[] = [];
    // A few at a time: each is a process.
    const waiting = leaves.flatMap(({ words, args }) => {
      // The last choice: the first provider of secrets makes a key, which takes long on purpose.
      const operands = args.filter(({ required }) => required).map(({ choices }) => choices?.at(-1) ?? "x");
      return [
        [...words, ...operands, "--no-input"],
        [...words, ...operands],
      ];
    });
    await Promise.all(
      Array.from({ length: 3 }, async () => {
        for (let line = waiting.pop(); line; line = waiting.pop()) {
          const running = poor.start(line, { env: NO_ENGINE });
          const timer = setTimeout(() => running.child.kill("SIGKILL"), 5000);
          const { code, stderr } = await running.ended;
          clearTimeout(timer);
          if (code === null) slow.push(line.join(" "));
          else if (code !== 0 && !/^error: \S/m.test(stderr)) odd.push(`${line.join(" ")}: ${stderr}`);
        }
      }),
    );
    expect({ slow, odd }).toEqual({ slow: [], odd: [] });
  }, 300_000);

  test("CM-23 what needs the engine says that none answers, and what does not works", async () => {
    expect((await poor.thv(["runtime", "check"], { env: NO_ENGINE })).code).toBe(6);
    expect((await poor.thv(["registry", "list"], { env: NO_ENGINE })).code).toBe(0);
    expect((await poor.thv(["group", "create", "tools"], { env: NO_ENGINE })).code).toBe(0);
    expect((await poor.thv(["config", "get-ca-cert"], { env: NO_ENGINE })).code).toBe(0);
  });
});

describe("the exit code", () => {
  beforeAll(async () => {
    await user.thv(["run", "--name", "taken", FIXTURES.everything]);
    await user.thv(["run", "--name", "stubborn", FIXTURES.stubborn]);
  });

  test("CM-24 is 0 for a server that runs, and its address is all there is on stdout", async () => {
    const { code, stdout } = await user.thv(["run", "--name", "fresh", FIXTURES.everything]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/mcp\n$/) });
  });

  test.each([
    ["0 for what is already so", 0, ["group", "create", "default", "--if-not-exists"]],
    ["1 for a server that ends", 1, ["run", "--name", "crash", FIXTURES.crash, "--timeout", "60s"]],
    ["2 for wrong usage", 2, ["list", "--limit", "many"]],
    ["2 for what the server refuses", 2, ["group", "create", "Not Lower"]],
    ["3 for an unknown name", 3, ["logs", "nobody"]],
    ["3 for an unknown group", 3, ["list", "--group", "nobody"]],
    ["4 for a missing token", 4, ["proxy", "tunnel", "taken", "x", "--tunnel-provider", "ngrok"]],
    ["5 for a taken name", 5, ["run", "--name", "taken", FIXTURES.everything]],
    ["5 for an existing group", 5, ["group", "create", "default"]],
    ["7 for a wait that is given up", 7, ["run", "--name", "silent", FIXTURES.silent, "--timeout", "1s"]],
    ["8 when some of several fail", 8, ["stop", "taken", "stubborn", "--timeout", "4s"]],
  ])("CM-24 is %s", async (_, expected, line) => {
    const { code, stdout, stderr } = await user.thv(line);
    expect({ code, stderr }).toMatchObject({ code: expected });
    // What was done or is so already is said; a failure says nothing on stdout.
    expect({ isSilent: stdout === "", isError: /^error: /m.test(stderr) }).toEqual({
      isSilent: expected !== 0 && expected !== 8,
      isError: expected !== 0,
    });
  });

  test("CM-24 is 6 when the server cannot start", async () => {
    const other = await newUser();
    const { code, stderr } = await other.thv(["list"], { env: { TOOLHAVEN_LOG_LEVEL: "loud" } });
    expect({ code, stderr }).toMatchObject({ code: 6, stderr: expect.stringContaining("TOOLHAVEN_LOG_LEVEL") });
  });
});

describe("a signal", () => {
  afterEach(() => user.thv(["rm", "stays", "--ignore-missing"]));

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("CM-25 %s ends a run in the foreground, which takes its container away", async (signal, code) => {
    const running = user.start(["run", "--name", "stays", "--foreground", FIXTURES.everything], { stdin: null });
    await running.says(/runs at http/, "stderr");
    // What the server writes is shown.
    await running.says(/Starting default/, "stdout");
    expect(containersOf({ home: user.env["XDG_STATE_HOME"]! }, "stays")).toHaveLength(1);
    running.child.kill(signal);
    await running.says(/removing "stays"/, "stderr");
    expect((await running.ended).code).toBe(code);
    expect(containersOf({ home: user.env["XDG_STATE_HOME"]! }, "stays")).toEqual([]);
  });

  test("CM-25 a second one ends it at once", async () => {
    const running = user.start(["run", "--name", "stays", "--foreground", FIXTURES.stubborn], { stdin: null });
    await running.says(/runs at http/, "stderr");
    running.child.kill("SIGINT");
    await running.says(/removing "stays"/, "stderr");
    let isEnded = false;
    void running.ended.then(() => (isEnded = true));
    // Two at once are one wish; the server needs ten seconds to give up on its container.
    await waitUntil(async () => isEnded || !running.child.kill("SIGINT"), {
      signal: AbortSignal.timeout(8000),
      everyMs: 100,
    });
    expect((await running.ended).code).toBe(130);
  });

  test("CM-25 a server that is taken away ends its run in the foreground, with an error", async () => {
    const running = user.start(["run", "--name", "stays", "--foreground", FIXTURES.everything], { stdin: null });
    await running.says(/runs at http/, "stderr");
    expect((await user.thv(["rm", "stays"])).code).toBe(0);
    expect(await running.ended).toMatchObject({ code: 3, stderr: expect.stringMatching(/not found|does not run/) });
  });

  test("CM-25 during a wait ends the wait, and says what goes on", async () => {
    const running = user.start(["run", "--name", "stays", FIXTURES.silent], { stdin: null });
    await running.says(/stays: (?:starting|waiting)/, "stderr");
    running.child.kill("SIGINT");
    const { code, stderr } = await running.ended;
    expect({ code, stderr }).toMatchObject({ code: 130, stderr: expect.stringContaining("thv rm stays removes it") });
  });
});

describe("a pipe", () => {
  const inShell = (line: string) =>
    user.spawn("bash", ["-c", `thv() { ${process.execPath} ${PROGRAM} "$@"; }; set -o pipefail; ${line}`]).ended;

  test.each(["registry list", "help run", "schema", "logs taken"])(
    "CM-26 thv %s is quiet when it is closed",
    async (line) => {
      const { code, stderr } = await inShell(`thv ${line} | head -1 >/dev/null`);
      expect({ code, stderr }).toEqual({
        code: expect.toBeOneOf([0, 141]),
        stderr: expect.not.stringMatching(/error|at /i),
      });
    },
  );

  test("CM-26 that is slow gets all of a large result", async () => {
    const slow = `node -e 'setTimeout(async () => { let n = 0; for await (const c of process.stdin) { n += c.length; await new Promise(setImmediate) }; console.log(n) }, 300)'`;
    const { stdout } = await inShell(`thv schema | tee >(wc -c >&2) | ${slow}`);
    const { stdout: whole } = await user.thv(["schema"]);
    expect(whole.length).toBeGreaterThan(100_000);
    expect(Number(stdout)).toBe(Buffer.byteLength(whole));
    expect(() => JSON.parse(whole) as unknown).not.toThrow();
  });

  test.runIf(existsSync("/dev/full"))("CM-26 to a full disk is a failure", async () => {
    const { code, stderr } = await inShell("thv version > /dev/full");
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("cannot be written") });
  });
});

describe("a server in the foreground", () => {
  let own: User;
  beforeAll(async () => {
    own = await newUser();
  });

  test("CM-27 is found by the other commands; a second one is refused; both its places are gone afterwards", async () => {
    const serving = own.start(["serve", "--port", "0"], { stdin: null });
    const [, url] = await serving.says(/API server on (http:\S+)/, "stdout");
    expect((await own.thv(["group", "create", "tools"])).stderr).toBe("");
    const groups = (await (await fetch(`${url}/api/v1beta/groups`)).json()) as { groups: Array<{ name: string }> };
    expect(groups.groups.map(({ name }) => name)).toEqual(["default", "tools"]);

    const second = await own.thv(["serve", "--port", "0"]);
    expect(second).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(/another ToolHaven server \(process \d+\)/),
    });
    expect((await own.thv(["group", "list"])).code).toBe(0);

    serving.child.kill("SIGINT");
    expect((await serving.ended).code).toBe(0);
    await expect(fetch(`${url}/health`)).rejects.toThrow();
    expect(await readdir(join(own.env["XDG_RUNTIME_DIR"]!, "toolhaven"))).toEqual([]);
  });

  test("CM-27 that was killed is in nobody's way", async () => {
    const serving = own.start(["serve", "--port", "0"], { stdin: null });
    await serving.says(/API server on/, "stdout");
    serving.child.kill("SIGKILL");
    await serving.ended;
    expect(await own.thv(["group", "list", "--json"])).toMatchObject({ code: 0 });
  });

  test("CM-27 says when others cannot find it, and serves all the same", async () => {
    const other = await newUser();
    const serving = other.start(["serve", "--port", "0"], { stdin: null, env: { XDG_RUNTIME_DIR: "/dev/null" } });
    await serving.says(/other commands cannot find this server/, "stderr");
    const [, url] = await serving.says(/API server on (http:\S+)/, "stdout");
    expect((await fetch(`${url}/health`)).status).toBe(204);
    serving.child.kill("SIGTERM");
    expect((await serving.ended).code).toBe(0);
  });
});

test("CM-27 many commands at once start one server", async () => {
  const crowd = await newUser();
  const lines = await Promise.all(Array.from({ length: 6 }, () => crowd.thv(["group", "list", "--json"])));
  expect(lines.map(({ code, stderr }) => ({ code, stderr }))).toEqual(lines.map(() => ({ code: 0, stderr: "" })));
});

test("CM-39 the program starts without what most commands do without", () => {
  const read = new Map<string, string>();
  const visit = (file: string): void => {
    if (read.has(file)) return;
    const source = readFileSync(file, "utf8");
    read.set(file, source);
    for (const [, part] of source.matchAll(/^(?:import|export)[^"']*"(\.[^"]+)";$/gm)) visit(join(file, "..", part!));
    for (const [, part] of source.matchAll(/^\} from "(\.[^"]+)";$/gm)) visit(join(file, "..", part!));
  };
  visit(PROGRAM);
  const all = [...read.values()].join("\n");
  // Parsing costs by size; HTTP, schemas and the protocol's library alone would double the start.
  expect(all.length).toBeLessThan(150_000);
  expect(read.size).toBeGreaterThan(5);
  const builtIns = [...all.matchAll(/^(?:import|\}) [^"]*from "(node:[\w/]+)"/gm)].map(([, name]) => name!);
  expect(builtIns.filter((name) => /http|crypto|child_process|net|tls|zlib/.test(name))).toEqual([]);
});
