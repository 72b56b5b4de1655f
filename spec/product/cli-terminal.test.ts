import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FIXTURES } from "@toolhaven/fixtures/images";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endUsers, newUser, PROGRAM, type Running, type User } from "./cli-user.ts";

const ESCAPE = "\u001B";
let user: User;
let bin: string;
beforeAll(async () => {
  user = await newUser();
  bin = join(user.folder, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "thv"), `#!/bin/sh\nexec ${process.execPath} ${PROGRAM} "$@"\n`);
  chmodSync(join(bin, "thv"), 0o755);
  await user.thv(["run", "--name", "ev", FIXTURES.everything]);
});
afterAll(endUsers);

const path = (): string => `${bin}:${process.env["PATH"]}`;

/** A line on a terminal of its own, made by script(1); what is typed goes to `child.stdin`. */
function onTerminal(line: string, env: Readonly<Record<string, string>> = {}): Running {
  const sized = `stty rows 40 cols 100; ${line}`;
  return user.spawn("script", ["-qec", sized, "/dev/null"], {
    stdin: null,
    env: { PATH: path(), SHELL: "/bin/sh", ...env },
  });
}

async function shown(line: string, env?: Readonly<Record<string, string>>): Promise<string> {
  return (await onTerminal(line, env).ended).stdout;
}

describe("on a terminal", () => {
  test("CM-40 colour is used, unless it is not wanted", async () => {
    expect(await shown("thv list")).toContain(`${ESCAPE}[32mrunning`);
    expect(await shown("thv list", { NO_COLOR: "1" })).not.toContain(ESCAPE);
    expect(await shown("thv list", { TERM: "dumb" })).not.toContain(ESCAPE);
    expect(await shown("thv list --color never")).not.toContain(ESCAPE);
    expect(await shown("thv list --json")).not.toContain(ESCAPE);
    // Each stream by itself: here the result goes into a pipe.
    expect(await shown("thv list | cat")).not.toContain(ESCAPE);
  });

  test("CM-40 tables end at its edge, and are whole elsewhere", async () => {
    const lines = (await shown("thv mcp list tools --server ev")).split("\r\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
    const whole = (await user.thv(["mcp", "list", "tools", "--server", "ev"])).stdout.split("\n");
    expect(Math.max(...whole.map((line) => line.length))).toBeGreaterThan(100);
  });

  test("CM-41 a question is answered there; no is the default", async () => {
    const declined = onTerminal("thv rm --all");
    await declined.says(/Remove ev\? \[y\/N\] /);
    declined.child.stdin.write("\n");
    expect(await declined.ended).toMatchObject({ code: 1, stdout: expect.stringContaining("nothing was changed") });
    expect((await user.thv(["list", "-q"])).stdout).toContain("ev");
  });

  test("CM-41 a secret is typed unseen", async () => {
    const env = { TOOLHAVEN_SECRETS_PASSWORD: "the store's" };
    const other = await newUser();
    await other.thv(["secret", "provider", "encrypted"], { env, stdin: "" });
    const line = `${process.execPath} ${PROGRAM} secret set token`;
    const running = other.spawn("script", ["-qec", line, "/dev/null"], {
      stdin: null,
      env: { ...env, SHELL: "/bin/sh" },
    });
    await running.says(/Value of "token": /);
    running.child.stdin.write("s3cret\r");
    const { code, stdout } = await running.ended;
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('stored "token"') });
    expect(stdout).not.toContain("s3cret");
    expect((await other.thv(["secret", "get", "token"], { env })).stdout).toBe("s3cret\n");
  });

  test.each(["thv rm --all", "thv secret set token"])("CM-41 Ctrl-C at a question ends %s with 130", async (line) => {
    const running = onTerminal(line);
    await running.says(/(?:\[y\/N\]|token":) /);
    running.child.stdin.write("\u0003");
    expect((await running.ended).code).toBe(130);
  });

  test("CM-41 what is waited for is one line that changes, and it is gone in the end", async () => {
    const screen = await shown(`thv run --name other ${FIXTURES.everything}`);
    expect(screen).toContain(`\r${ESCAPE}[2K`);
    const last = screen.split(`${ESCAPE}[2K`).at(-1)!;
    expect(last).toMatch(/^"other" is running; [^\r]*\r\nhttp:\S+\r\n$/);
    await user.thv(["rm", "other"]);
  });
});

describe("completion", () => {
  /** What bash offers for a line that ends at the cursor. */
  function offered(...words: string[]): string[] {
    const script = `
      source <(thv completion bash)
      COMP_WORDS=(thv "$@"); COMP_CWORD=$#; COMP_LINE="thv $*"; COMP_POINT=\${#COMP_LINE}
      _thv_complete
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    const env = { ...user.env, PATH: path() };
    const text = execFileSync("bash", ["-c", script, "bash", ...words], { env, encoding: "utf8", cwd: user.folder });
    return text.split("\n").filter(Boolean);
  }

  test.each([
    [["sta"], []],
    [["sto"], ["stop"]],
    [["client", "list"], ["list-registered"]],
    [["run", "--transp"], ["--transport"]],
    [
      ["run", "--transport", "s"],
      ["stdio", "sse", "streamable-http"],
    ],
    [
      ["run", "--transport=st"],
      ["--transport=stdio", "--transport=streamable-http"],
    ],
    [
      ["list", "--format", ""],
      ["text", "json", "mcpservers"],
    ],
    [
      ["completion", ""],
      ["bash", "zsh", "fish", "powershell"],
    ],
    [["stop", ""], ["ev"]],
    [["logs", "--tail", "5", "e"], ["ev"]],
    [["run", "--group", ""], ["default"]],
    [["registry", "info", "fet"], ["fetch"]],
    [["client", "register", "cla"], ["claude-code"]],
    [["bogus", ""], []],
    [["list", "--bogus", "x", ""], []],
  ])("CM-42 bash completes %j", (words, expected) => {
    expect(offered(...words)).toEqual(expected);
  });

  test("CM-42 bash completes paths where a file is asked for", () => {
    writeFileSync(join(user.folder, "saved config.json"), "{}");
    expect(offered("run", "--from-config", "sav")).toEqual(["saved config.json"]);
  });

  test("CM-42 is silent without a server, and starts none", async () => {
    const fresh = await newUser();
    expect(await fresh.thv(["__complete", "--", "stop", ""])).toEqual({ code: 0, stdout: "", stderr: "" });
    expect((await fresh.thv(["__complete", "--", "li"])).stdout).toBe("list\tlist workloads\n");
    const { stdout } = await fresh.spawn("find", [join(fresh.folder, "run"), join(fresh.folder, "home")]).ended;
    expect(stdout.trim().split("\n")).toHaveLength(2);
  });

  const SYNTAX = [
    ["bash", ["bash", "-n"]],
    ["zsh", ["zsh", "-n"]],
    ["fish", ["fish", "--no-execute"]],
  ] as const;

  test.each(SYNTAX.filter(([shell]) => isInstalled(shell)))(
    "CM-42 the script for %s is one",
    async (shell, [program, flag]) => {
      const file = join(user.folder, `completion.${shell}`);
      writeFileSync(file, (await user.thv(["completion", shell])).stdout);
      expect(() => execFileSync(program, [flag, file])).not.toThrow();
    },
  );
});

function isInstalled(program: string): boolean {
  try {
    execFileSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
