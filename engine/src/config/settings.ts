import { homedir } from "node:os";
import { join } from "node:path";
import { parseInput } from "@toolhaven/contract/input";
import { PRODUCT } from "@toolhaven/contract/product";
import { z } from "zod";
import { buildSettingsFrom } from "../builds/build-environment.ts";
import type { BuildSettings } from "../builds/build-settings.ts";
import type { LogLevel } from "../log.ts";
import { type SecretsEnvironment, secretsEnvironmentFrom } from "../secrets/environment.ts";

const Environment = z.object({
  XDG_STATE_HOME: z.string().min(1).optional(),
  XDG_RUNTIME_DIR: z.string().min(1).optional(),
  DOCKER_HOST: z.string().min(1).optional(),
  TOOLHAVEN_LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
});

export interface Settings {
  readonly home: string;
  readonly stateFolder: string;
  readonly runtimeFolder: string | undefined;
  readonly dockerHost: string | undefined;
  readonly logLevel: LogLevel;
  readonly builds: BuildSettings;
  readonly secrets: SecretsEnvironment;
}

/** The environment is read here, once, by the program's entry point; below it settings are an argument. */
export function settingsFrom(env: Readonly<Record<string, string | undefined>>, home = homedir()): Settings {
  const found = parseInput(Environment, env);
  return Object.freeze({
    home,
    stateFolder: join(found.XDG_STATE_HOME ?? join(home, ".local", "state"), PRODUCT.prefix),
    runtimeFolder: found.XDG_RUNTIME_DIR,
    dockerHost: found.DOCKER_HOST,
    logLevel: found.TOOLHAVEN_LOG_LEVEL,
    builds: buildSettingsFrom(env),
    secrets: secretsEnvironmentFrom(env),
  });
}
