import { homedir } from "node:os";
import { parseInput } from "@toolhaven/contract/input";
import { z } from "zod";
import { buildSettingsFrom } from "../builds/build-environment.ts";
import type { BuildSettings } from "../builds/build-settings.ts";
import type { LogLevel } from "../log.ts";
import { type Places, placesFrom } from "./places.ts";
import { type SecretsEnvironment, secretsEnvironmentFrom } from "../secrets/environment.ts";

const Environment = z.object({
  DOCKER_HOST: z.string().min(1).optional(),
  TOOLHAVEN_LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
});

export interface Settings extends Places {
  readonly dockerHost: string | undefined;
  readonly logLevel: LogLevel;
  readonly builds: BuildSettings;
  readonly secrets: SecretsEnvironment;
}

/** The environment is read here, once, by the program's entry point; below it settings are an argument. */
export function settingsFrom(env: Readonly<Record<string, string | undefined>>, home = homedir()): Settings {
  const found = parseInput(Environment, env);
  return Object.freeze({
    ...placesFrom(env, home),
    dockerHost: found.DOCKER_HOST,
    logLevel: found.TOOLHAVEN_LOG_LEVEL,
    builds: buildSettingsFrom(env),
    secrets: secretsEnvironmentFrom(env),
  });
}
