import { z } from "zod";
import { quote } from "./quote.ts";

/** Names that belong to the connection or say who is calling: forwarding them would break or forge a request. */
const OURS = new Set([
  "connection",
  "content-length",
  "forwarded",
  "host",
  "http2-settings",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
]);

/** A field name as RFC 9110 section 5.1 has it. */
export const HeaderName = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, { error: ({ input }) => `${quote(String(input))} is not a header name` })
  .refine((name) => !OURS.has(name.toLowerCase()) && !/^proxy-/i.test(name), {
    error: ({ input }) => `${quote(String(input))} is set by the proxy itself; leave it out`,
  });

/** Values may be credentials, so they are never shown in messages. */
export const HeaderValue = z
  .string()
  .regex(/^[^\p{Cc}]*$/u, { error: "must not hold line breaks or other control characters" });

export const HeaderDefinition = z
  .object({
    name: HeaderName,
    description: z.string().optional(),
    required: z.boolean().optional(),
    secret: z.boolean().optional(),
    default: HeaderValue.optional().describe("Sent when no other value is given."),
    choices: z.array(HeaderValue).optional(),
  })
  .meta({ id: "HeaderDefinition", description: "A header a remote server expects." });
export type HeaderDefinition = z.infer<typeof HeaderDefinition>;
