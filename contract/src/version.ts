import { z } from "zod";

/** The version of every part; they are released together. */
export const VERSION = "v0.1.0";

export const VersionAnswer = z
  .object({ version: z.string().meta({ examples: [VERSION] }) })
  .meta({ id: "VersionAnswer" });
export type VersionAnswer = z.infer<typeof VersionAnswer>;
