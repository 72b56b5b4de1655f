import { z } from "zod";

/** Shapes of results that are not answers of the API. */
export const VersionAnswer = z.object({ version: z.string(), node_version: z.string(), platform: z.string() });

/** What a command that changes something says it did, and what of it could not be done. */
export const Done = z.object({
  changed: z.array(z.string()),
  message: z.string(),
  failed: z.array(z.object({ name: z.string(), reason: z.string() })).optional(),
});

export const Lines = z.object({ lines: z.array(z.string()) });

export const Built = z.object({ image: z.string(), dockerfile: z.string() }).partial();

/** Both kinds of the registry's servers in one list; `is_remote` tells them apart. */
export const Servers = z.array(z.looseObject({ name: z.string(), is_remote: z.boolean() }));

export const SecretValue = z.object({ name: z.string(), value: z.string() });

export const SecretNames = z.array(z.object({ key: z.string(), description: z.string().optional() }));

export const Setting = z.object({
  name: z.string(),
  value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable(),
  message: z.string(),
});

export const Runtime = z.object({ kind: z.string(), version: z.string() });

/** What a server offers, as the server describes it. */
export const Offers = z
  .object({
    tools: z.array(z.looseObject({ name: z.string() })),
    resources: z.array(z.looseObject({ uri: z.string() })),
    prompts: z.array(z.looseObject({ name: z.string() })),
  })
  .partial();
