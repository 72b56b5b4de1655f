import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FIXTURES } from "@toolhaven/fixtures/images";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "./client.ts";
import { endUsers, newUser, type User } from "./cli-user.ts";

/**
 * Writes numbered lines when it is told to, most of them alike and many at once, on both streams; every start of it
 * says so first.
 */
const TALKER = `
import { createInterface } from "node:readline";
console.error("start");
let number = 0;
const answer = (id, result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize")
    answer(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "talker", version: "1" } });
  else if (method === "tools/list") answer(id, { tools: [{ name: "talk", inputSchema: { type: "object" } }] });
  else if (method === "tools/call") {
    for (let at = 0; at < params.arguments.lines; at += 1) {
      console.error("same");
      number += 1;
    }
    console.error("n" + number);
    answer(id, { content: [] });
  } else if (id !== undefined) answer(id, {});
});
`;

let user: User;
let url: string;
beforeAll(async () => {
  user = await newUser();
  const folder = join(user.folder, "server");
  mkdirSync(folder);
  writeFileSync(join(folder, "talker.mjs"), TALKER);
  const line = ["run", "--name", "talker", "-v", `${folder}:/srv:ro`, FIXTURES.node, "--", "node", "/srv/talker.mjs"];
  const { stdout, stderr } = await user.thv(line);
  url = stdout.trim();
  if (url === "") throw new Error(stderr);
});
afterAll(endUsers);

async function talk(lines: number): Promise<void> {
  await using client = await connect(url, "streamable-http");
  await client.callTool({ name: "talk", arguments: { lines } });
}

/** The server's own lines; what the protocol says on stdout is in the log, too. */
const own = (text: string): string[] => text.split("\n").filter((line) => line !== "" && !line.startsWith("{"));

test("CM-43 thv logs --follow shows every line once, over bursts and restarts", async () => {
  const following = user.start(["logs", "talker", "--follow"], { stdin: null });
  await following.says(/^start$/m, "stdout");
  // More at once than the API hands out, and all alike.
  await talk(2500);
  await following.says(/^n2500$/m, "stdout");
  await talk(3);
  await following.says(/^n2503$/m, "stdout");
  expect((await user.thv(["restart", "talker"])).code).toBe(0);
  await talk(700);
  await following.says(/^n700$/m, "stdout");
  following.child.kill("SIGINT");
  const { code, stdout } = await following.ended;
  expect(code).toBe(130);
  const lines = own(stdout);
  const count = (text: string): number => lines.filter((line) => line === text).length;
  expect({ starts: count("start"), same: count("same"), n: lines.filter((line) => /^n\d+$/.test(line)) }).toEqual({
    starts: 2,
    same: 3203,
    n: ["n2500", "n2503", "n700"],
  });
});

test("CM-43 --tail takes as many as there are, and --since what is younger", async () => {
  const tail = async (...flags: string[]): Promise<string[]> =>
    (await user.thv(["logs", "talker", ...flags])).stdout.trimEnd().split("\n");
  expect(await tail("--tail", "5")).toHaveLength(5);
  expect(await tail("--tail", "400")).toHaveLength(400);
  expect(own((await tail("--since", "1h")).join("\n")).filter((line) => line === "same").length).toBeGreaterThanOrEqual(
    700,
  );
  expect((await user.thv(["logs", "talker", "--tail", "0"])).stdout).toBe("");
});

test("CM-43 ends when its workload is removed", async () => {
  const following = user.start(["logs", "talker", "--follow", "--json"], { stdin: null });
  await following.says(/"line"/, "stdout");
  expect((await user.thv(["rm", "talker"])).code).toBe(0);
  const { code, stdout } = await following.ended;
  expect(code).toBe(0);
  for (const line of stdout.trimEnd().split("\n")) expect(JSON.parse(line)).toEqual({ line: expect.any(String) });
});

test("CM-43 what is no workload, or runs elsewhere, has no log", async () => {
  expect((await user.thv(["logs", "nobody", "--follow"])).code).toBe(3);
  await user.thv(["run", "--name", "far", "--no-wait", "http://127.0.0.1:9/mcp"]);
  expect(await user.thv(["logs", "far"])).toMatchObject({ code: 3, stderr: expect.stringContaining("runs elsewhere") });
});
