import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The engine asked directly, past everything of ours. */
export const docker = (...args: readonly string[]): string => execFileSync("docker", args, { encoding: "utf8" }).trim();

/** Identifiers of one daemon's containers, of one workload or of all. */
export function containersOf({ home }: { home: string }, name?: string): string[] {
  const filters = [`label=toolhaven-instance=${instanceOf(home)}`, ...(name ? [`label=toolhaven-name=${name}`] : [])];
  return docker("ps", "-aq", ...filters.flatMap((filter) => ["--filter", filter]))
    .split("\n")
    .filter(Boolean);
}

export const labelOf = (container: string, label: string): string =>
  docker("inspect", "-f", `{{index .Config.Labels "${label}"}}`, container);

export const networksOf = ({ home }: { home: string }): string[] =>
  docker("network", "ls", "-q", "--filter", `label=toolhaven-instance=${instanceOf(home)}`)
    .split("\n")
    .filter(Boolean);

/** Containers and networks of one daemon, wherever it made them. */
export function removeEverything({ home }: { home: string }, env: Readonly<Record<string, string>>): void {
  const run = (...args: string[]): string =>
    execFileSync("docker", args, { encoding: "utf8", env: { ...process.env, ...env } });
  const own = ["--filter", `label=toolhaven-instance=${instanceOf(home)}`, "-q"];
  for (const id of run("ps", "-a", ...own)
    .split("\n")
    .filter(Boolean))
    run("rm", "-f", id);
  for (const id of run("network", "ls", ...own)
    .split("\n")
    .filter(Boolean))
    run("network", "rm", id);
}

export function instanceOf(home: string): string {
  const { id } = JSON.parse(readFileSync(join(home, "toolhaven", "instance.json"), "utf8")) as { id: string };
  return id;
}
