import { Workload } from "@toolhaven/contract/workload";
import { describe, expect, test } from "vitest";
import type { Api } from "../api/api.ts";
import { Failure } from "./failure.ts";
import { runLine } from "./line-fixture.ts";

const ESCAPE = "\u001B";
const terminal = { stdin: true, stdout: true, stderr: true };

function workload(name: string, status: Workload["status"] = "running"): Workload {
  return Workload.parse({
    name,
    status,
    status_context: "as it is",
    package: "image:1",
    url: `http://127.0.0.1:1/mcp`,
    port: 1,
    group: "default",
    created_at: "2026-01-01T00:00:00.123Z",
    tool_type: "mcp",
    transport_type: "stdio",
    proxy_mode: "streamable-http",
    labels: {},
    tools: [],
    remote: false,
  });
}

/** Workloads that do at once what they are told, and what was asked for them. */
function server(...workloads: Workload[]): { api: Partial<Api>; asked: string[] } {
  const asked: string[] = [];
  const known = new Map(workloads.map((each) => [each.name as string, each]));
  return {
    asked,
    api: {
      get: async <T>(path: string) => {
        asked.push(`GET ${path}`);
        return { workloads: [...known.values()] } as T;
      },
      post: async <T>(path: string) => {
        asked.push(`POST ${path}`);
        const name = path.split("/")[2]!;
        if (name === "stuck") throw new Failure("failure", "it does not stop");
        known.set(name, workload(name, path.endsWith("/stop") ? "stopped" : "running"));
        return undefined as T;
      },
      delete: async (path) => {
        asked.push(`DELETE ${path}`);
        known.delete(path.split("/")[2]!);
      },
    },
  };
}

const changes = (asked: readonly string[]): string[] => asked.filter((call) => !call.startsWith("GET"));

describe("CM-11 colour", () => {
  const coloured = async (line: string[], env: Record<string, string>, stdout: boolean): Promise<boolean> => {
    const { api } = server(workload("one"));
    return (await runLine(line, { api, env, tty: { stdout } })).stdout.includes(ESCAPE);
  };

  test.each([
    ["a terminal has it", {}, [], true, true],
    ["a pipe does not", {}, [], false, false],
    ["NO_COLOR turns it off", { NO_COLOR: "1" }, [], true, false],
    ["an empty NO_COLOR does not", { NO_COLOR: "" }, [], true, true],
    ["FORCE_COLOR turns it on", { FORCE_COLOR: "1" }, [], false, true],
    ["NO_COLOR counts more than FORCE_COLOR", { NO_COLOR: "1", FORCE_COLOR: "1" }, [], true, false],
    ["a dumb terminal has none", { TERM: "dumb" }, [], true, false],
    ["FORCE_COLOR counts more than a dumb terminal", { TERM: "dumb", FORCE_COLOR: "1" }, [], true, true],
    ["--color always counts more than NO_COLOR", { NO_COLOR: "1" }, ["--color", "always"], false, true],
    ["--color never counts more than FORCE_COLOR", { FORCE_COLOR: "1" }, ["--color=never"], true, false],
    ["JSON has none, whatever is asked for", { FORCE_COLOR: "1" }, ["--json", "--color=always"], true, false],
  ])("%s", async (_, env, flags, isTty, expected) => {
    expect(await coloured(["list", ...flags], env, isTty)).toBe(expected);
  });

  test("each stream is judged by itself", async () => {
    const { api } = server();
    const { stderr } = await runLine(["stop", "nope"], { api, tty: { stdout: true } });
    expect(stderr).not.toContain(ESCAPE);
    expect((await runLine(["stop", "nope"], { api, tty: { stderr: true } })).stderr).toContain(ESCAPE);
  });
});

describe("CM-12 dangerous commands", () => {
  test.each([
    ["rm --all", ["DELETE /workloads/one", "DELETE /workloads/two"]],
    ["rm --group default", ["DELETE /workloads/one", "DELETE /workloads/two"]],
    ["stop --all", ["POST /workloads/one/stop", "POST /workloads/two/stop"]],
    ["restart --all", ["POST /workloads/one/restart", "POST /workloads/two/restart"]],
    ["group rm tools", ["DELETE /groups/tools"]],
    ["group rm tools --with-workloads", ["DELETE /groups/tools"]],
    ["secret delete key", ["DELETE /secrets/default/keys/key"]],
  ])("thv %s asks a person, and needs --yes where there is none", async (line, calls) => {
    const words = line.split(" ");
    const fresh = (): ReturnType<typeof server> => server(workload("one"), workload("two"));

    const nobody = fresh();
    const refused = await runLine(words, nobody);
    expect({ ...refused, calls: changes(nobody.asked) }).toMatchObject({ code: 2, stdout: "", calls: [] });
    expect(refused.stderr).toContain("--yes");

    for (const answer of ["n", "", "no", "yeah"]) {
      const declined = fresh();
      const { code, stderr } = await runLine(words, { ...declined, tty: terminal, answers: [answer] });
      expect({ code, calls: changes(declined.asked) }).toEqual({ code: 1, calls: [] });
      expect(stderr).toContain("declined; nothing was changed");
    }
    for (const answer of ["y", "YES"]) {
      const agreed = fresh();
      expect((await runLine(words, { ...agreed, tty: terminal, answers: [answer] })).code).toBe(0);
      expect(changes(agreed.asked)).toEqual(calls);
    }
    const sure = fresh();
    expect((await runLine([...words, "--yes"], sure)).code).toBe(0);
    expect(changes(sure.asked)).toEqual(calls);
  });

  test("--no-input asks nobody, on a terminal either", async () => {
    const { api, asked } = server(workload("one"));
    const { code } = await runLine(["rm", "--all", "--no-input"], { api, tty: terminal, answers: ["y"] });
    expect({ code, calls: changes(asked) }).toEqual({ code: 2, calls: [] });
    const { code: byEnv } = await runLine(["rm", "--all"], {
      api,
      tty: terminal,
      answers: ["y"],
      env: { TOOLHAVEN_NO_INPUT: "true" },
    });
    expect(byEnv).toBe(2);
  });

  test.each(["rm --all", "rm one", "group rm tools", "group rm tools --with-workloads", "client register cursor"])(
    "thv %s --dry-run changes nothing and asks nobody",
    async (line) => {
      const { api, asked } = server(workload("one"));
      const { code, stdout } = await runLine([...line.split(" "), "--dry-run"], { api });
      expect({ code, calls: changes(asked) }).toEqual({ code: 0, calls: [] });
      expect(stdout).toMatch(/^would /);
    },
  );
});

describe("CM-13 what is already so", () => {
  test.each([
    ["stop one", "stopped"],
    ["stop --all --yes", "stopped"],
    ["rm nope --ignore-missing", "running"],
    ["stop nope --ignore-missing", "running"],
  ] as const)("thv %s is a success", async (line, status) => {
    const { api, asked } = server(workload("one", status));
    const { code, stderr } = await runLine(line.split(" "), { api });
    expect({ code, stderr, calls: changes(asked) }).toEqual({ code: 0, stderr: "", calls: [] });
  });

  test.each(["stop nope", "rm nope", "restart nope", "rm one nope"])("thv %s is not found", async (line) => {
    const { api, asked } = server(workload("one"));
    const { code, stdout } = await runLine(line.split(" "), { api });
    expect({ code, stdout, calls: changes(asked) }).toEqual({ code: 3, stdout: "", calls: [] });
  });

  test("a near name is offered", async () => {
    const { api } = server(workload("notes"));
    expect((await runLine(["stop", "note"], { api })).stderr).toContain('did you mean "notes"?');
  });
});

describe("CM-14 some of several", () => {
  test("fail: the others are done, the result says which, and the exit code tells", async () => {
    const { api, asked } = server(workload("one"), workload("stuck"), workload("two"));
    const { code, stdout, stderr } = await runLine(["stop", "one", "stuck", "two", "--json"], { api });
    expect(code).toBe(8);
    expect(changes(asked)).toHaveLength(3);
    expect(JSON.parse(stdout)).toEqual({
      changed: ["one", "two"],
      message: 'stopped workloads "one" and "two"',
      failed: [{ name: "stuck", reason: "it does not stop" }],
    });
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: "partial", exit_code: 8, message: "1 of 3 failed" } });
  });

  test("fail: people are told by name", async () => {
    const { api } = server(workload("one"), workload("stuck"));
    const { stdout, stderr } = await runLine(["stop", "one", "stuck"], { api });
    expect(stdout).toBe('stopped workload "one"\n');
    expect(stderr).toContain("stuck: it does not stop");
  });

  test("one that is alone fails as itself", async () => {
    const { api } = server(workload("stuck"));
    expect(await runLine(["stop", "stuck"], { api })).toMatchObject({ code: 1, stdout: "" });
  });
});

describe("CM-15 what is printed", () => {
  test("--quiet leaves out what only says that it was done", async () => {
    const { api } = server(workload("one"));
    expect(await runLine(["stop", "one", "-q"], { api })).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("--quiet leaves results and errors", async () => {
    const { api } = server(workload("one"));
    expect((await runLine(["list", "-q"], { api })).stdout).toContain("one");
    expect((await runLine(["stop", "nope", "-q"], { api })).stderr).toContain("not found");
  });

  test("beside JSON stderr is empty", async () => {
    const { api } = server(workload("one"), workload("two"));
    expect((await runLine(["list", "--json", "--limit", "1"], { api })).stderr).toBe("");
  });

  test("a list that is cut says so", async () => {
    const { api } = server(workload("one"), workload("two"));
    expect((await runLine(["list", "--limit", "1"], { api })).stderr).toBe("1 of 2 are shown; --limit shows more\n");
  });

  test("a result that cannot be written is a failure", async () => {
    const { api } = server(workload("one"));
    const { code, stderr } = await runLine(["list"], { api, writeFailure: new Error("no space left") });
    expect({ code, stderr }).toEqual({ code: 1, stderr: "error: the result cannot be written: no space left\n" });
  });

  test.each([
    ["run image", "image: asking the server"],
    ["group run dev", "dev: asking the server"],
    ["build npx://a", "npx://a: looking it up"],
  ])("thv %s says that it has begun before it asks anybody", async (line, first) => {
    const openApi = () => Promise.reject(new Failure("unreachable", "nobody answers"));
    for (const stderr of [true, false]) {
      const told = (await runLine(line.split(" "), { openApi, tty: { stderr } })).stderr;
      expect(told).toContain(first);
      expect(told.indexOf(first)).toBeLessThan(told.indexOf("error:"));
    }
  });

  test("names from elsewhere do not steer the terminal", async () => {
    const { api } = server({ ...workload("one"), package: `image${ESCAPE}[2J\nnext` });
    const { stdout } = await runLine(["list"], { api });
    expect(stdout).not.toContain(ESCAPE);
    expect(stdout.trimEnd().split("\n")).toHaveLength(2);
  });

  test("--debug says where an error came from", async () => {
    const openApi = () => Promise.reject(new Failure("failure", "broken", { cause: new Error("the reason") }));
    const { stderr } = await runLine(["list", "--debug"], { openApi });
    expect(stderr).toMatch(/^error: broken\n[\s\S]*run-program\.test\.ts[\s\S]*caused by: Error: the reason/);
  });
});

test.each(["serve --port 65536", "proxy x --port -1", "mcp serve --port 70000", "run image --proxy-port 99999"])(
  "CM-07 thv %s is wrong usage: there is no such port",
  async (line) => {
    const { code, stderr } = await runLine(line.split(" "));
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("a port is between 0 and 65535") });
  },
);

describe("CM-16 the version", () => {
  test("is one line, the same that the command and the JSON say", async () => {
    const { stdout, code } = await runLine(["--version"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^thv v\d+\.\d+\.\d+\n$/) });
    const version = stdout.trim().split(" ")[1]!;
    expect((await runLine(["version"])).stdout).toContain(version);
    expect(JSON.parse((await runLine(["--version", "--json"])).stdout)).toMatchObject({ version });
    expect(JSON.parse((await runLine(["version", "--json"])).stdout)).toMatchObject({ version });
  });
});

describe("CM-17 a secret on the line", () => {
  test("is warned about once, with what to use instead; one from the environment is not", async () => {
    const typed = await runLine(["proxy", "x", "--oidc-client-secret", "hunter2", "--target-uri", "http://h/"]);
    expect(typed.stderr).toContain("--oidc-client-secret is deprecated; use --oidc-client-secret-file");
    expect(typed.stderr).not.toContain("hunter2");
    const byEnv = await runLine(["proxy", "x"], { env: { TOOLHAVEN_OIDC_CLIENT_SECRET: "hunter2" } });
    expect(byEnv.stderr).not.toContain("deprecated");
    expect(byEnv.stderr).not.toContain("hunter2");
  });
});

test.each(["environment", "exit-codes", "formatting"])("CM-06 thv help %s needs nothing and fits", async (topic) => {
  const { code, stdout, stderr } = await runLine(["help", topic]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
});
