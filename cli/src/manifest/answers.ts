import { z } from "zod";

/** Shapes of results that are not answers of the API. */
export const VersionAnswer = z.object({ version: z.string(), node_version: z.string(), platform: z.string() });

/** What a command that changes something says it did. */
export const Done = z.object({ changed: z.array(z.string()), message: z.string() });
