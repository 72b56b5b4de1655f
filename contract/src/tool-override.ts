import { z } from "zod";
import { withoutBlanks } from "./request-body.ts";

export const ToolName = z
  .string()
  .regex(/^[^\p{Cc}]{1,256}$/u, { error: "must be a tool's name, at most 256 characters" });

const Override = z
  .object({ name: ToolName.optional(), description: z.string().optional() })
  .refine(({ name, description }) => name !== undefined || description !== undefined, {
    error: `give "name", "description" or both`,
  });

/** What clients see instead of a tool's own name and description. */
export const ToolOverride = z
  .preprocess((value: z.input<typeof Override>) => withoutBlanks(value), Override)
  .meta({
    id: "ToolOverride",
    anyOf: [{ required: ["name"] }, { required: ["description"] }],
    description: "What clients see of a tool; give at least one of the two.",
  });
export type ToolOverride = z.infer<typeof ToolOverride>;

/** By the name the server itself uses. */
export const ToolOverrides = z.record(ToolName, ToolOverride);
export type ToolOverrides = z.infer<typeof ToolOverrides>;
