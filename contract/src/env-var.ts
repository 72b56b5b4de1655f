import { z } from "zod";
import { quote } from "./quote.ts";

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const RULE = `use letters, digits and "_", not starting with a digit`;

export const EnvVarName = z
  .string()
  .regex(NAME, { error: ({ input }) => `${quote(String(input))} is not a variable name; ${RULE}` });

/** Values are never shown in messages: people put keys and passwords there. */
export const EnvVars = z.record(EnvVarName, z.string().regex(/^[^\0]*$/, { error: "must not hold a NUL character" }));
export type EnvVars = z.infer<typeof EnvVars>;
