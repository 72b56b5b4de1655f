import { AppError } from "@toolhaven/contract/errors";
import { z } from "zod";
import { readIfThere, writeDurably } from "../state/durable-file.ts";

const Flag = z.boolean().optional();

/** What a user chose for this machine. Keys that are absent have their defaults. */
export const UserConfig = z.object({
  /** A PEM file that package builds trust. */
  caCertificate: z.string().optional(),
  otel: z
    .object({
      endpoint: z.string().optional(),
      samplingRate: z.number().min(0).max(1).optional(),
      envVars: z.array(z.string()).optional(),
      insecure: Flag,
      enablePrometheusMetricsPath: Flag,
      metricsEnabled: Flag,
      tracingEnabled: Flag,
    })
    .default({}),
});
export type UserConfig = z.infer<typeof UserConfig>;

/** @throws AppError `invalid_input` for a file that is none, naming it; a missing one is an empty one */
export async function readUserConfig(path: string): Promise<UserConfig> {
  const text = await readIfThere(path);
  if (text === undefined) return UserConfig.parse({});
  try {
    return UserConfig.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError("invalid_input", `"${path}" is no settings file`, {
      cause,
      hint: "mend it, or remove it to go back to the defaults",
    });
  }
}

export const writeUserConfig = (path: string, config: UserConfig): Promise<void> =>
  writeDurably(path, `${JSON.stringify(UserConfig.parse(config), null, 2)}\n`);
