import { z } from "zod";
import { PRODUCT } from "./product.ts";

/** The version of every part; they are released together. */
export const VERSION = PRODUCT.version;

export const VersionAnswer = z
  .object({ version: z.string().meta({ examples: [VERSION] }) })
  .meta({ id: "VersionAnswer" });
export type VersionAnswer = z.infer<typeof VersionAnswer>;
