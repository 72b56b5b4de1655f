import { AppError } from "@toolhaven/contract/errors";
import { VERSION } from "@toolhaven/contract/version";
import { expect, test } from "vitest";
import { main } from "./main.ts";

async function run(...args: string[]): Promise<{ code: number; out: string[]; err: string[] }> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await main(args, {
    settings: () => {
      throw new AppError("invalid_input", 'invalid "TOOLHAVEN_LOG_LEVEL": "loud" is not a level', { hint: "use info" });
    },
    signal: new AbortController().signal,
    print: (line) => out.push(line),
    complain: (line) => err.push(line),
  });
  return { code, out, err };
}

test("version prints the version and nothing else", async () => {
  expect(await run("version")).toEqual({ code: 0, out: [VERSION], err: [] });
});

test.each([[], ["help"], ["--help"]])("%j prints how to use it", async (...args) => {
  const { code, out } = await run(...args.flat());
  expect(code).toBe(0);
  expect(out.join("\n")).toMatch(/serve/);
});

test.each([
  [["frobnicate"], /unknown command "frobnicate"/],
  [["serve", "--port", "none"], /"--port".*"none"/],
  [["serve", "--port", "70000"], /"--port".*65535/],
  [["serve", "--socket", ""], /"--socket"/],
  [["serve", "--colour"], /colour/],
])("%j is wrong usage: exit 2, the reason and where to read on", async (args, reason) => {
  const { code, out, err } = await run(...args);
  expect(code).toBe(2);
  expect(out).toEqual([]);
  expect(err[0]).toMatch(reason);
  expect(err[1]).toMatch(/thv help/);
});

test.each([[["--port", "0"]], [["--openapi", "--socket", "x.sock"]], [["--socket", "x.sock", "--host", "::1"]]])(
  "serve %j is good usage; an expected failure is its line and its hint: exit 1",
  async (flags) => {
    expect(await run("serve", ...flags)).toEqual({
      code: 1,
      out: [],
      err: ['thv: invalid "TOOLHAVEN_LOG_LEVEL": "loud" is not a level', "use info"],
    });
  },
);
