import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseInput } from "@toolhaven/contract/input";
import { UpdateRegistry } from "@toolhaven/contract/registry";
import { onTestFinished } from "vitest";
import { openRegistries, type RegistriesDeps } from "./registries.ts";
import { entry, recordingLog, registryText, temporaryFolder, testFetch } from "./source-fixture.ts";

export const MINUTE = 60_000;

export async function setup(deps: Partial<RegistriesDeps> = {}) {
  const stateFolder = deps.stateFolder ?? (await temporaryFolder());
  const clock = { ms: Date.parse("2026-01-01T00:00:00Z") };
  const log = recordingLog();
  const options = { stateFolder, log, fetchDocument: testFetch(), now: () => clock.ms, ...deps };
  const registries = await openRegistries(options);
  onTestFinished(() => registries[Symbol.asyncDispose]());
  const put = (body: object) => registries.update("default", parseInput(UpdateRegistry, body));
  const names = async () => (await registries.servers("default")).servers.map(({ name }) => name);
  const reopen = async () => {
    await registries[Symbol.asyncDispose]();
    return setup({ ...deps, stateFolder });
  };
  return { registries, put, names, reopen, log, clock, stateFolder };
}

export async function file(text: string, name = "registry.json"): Promise<string> {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, text);
  return path;
}

export const listed = (...names: string[]) =>
  registryText(Object.fromEntries(names.map((name) => [name, entry(`${name}:1`)])));
