import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { untilGone } from "./api.ts";
import { startDaemon } from "./daemon.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

/** The commands of the README's tour, each with the output that stands below it. */
function tour(): Array<{ command: string; output: string }> {
  const block = /```console\n([\s\S]*?)```/.exec(readFileSync(join(root, "README.md"), "utf8"))?.[1] ?? "";
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = "", ...output] = part.trimEnd().split("\n");
      return { command, output: output.join("\n") };
    });
}

test("the README's tour gives the output that it shows", async () => {
  const steps = tour();
  expect(steps).toHaveLength(5);
  await using daemon = await startDaemon();
  for (const { command, output } of steps) {
    const here = command.replace("http://127.0.0.1:8080", daemon.url).replace("curl ", "curl -s ");
    const { stdout } = await run("sh", ["-c", here], { cwd: root });
    // What the image builder says depends on what is there already.
    const said = command.startsWith("scripts/") ? "" : stdout.trim();
    expect(said, command).toBe(output);
  }
  await untilGone(daemon, "everything");
});
