import { z } from "zod";
import { HttpUrl } from "./http-url.ts";
import { withoutBlanks } from "./request-body.ts";

const Options = z.object({
  issuer: HttpUrl.optional().describe("Who signs the tokens."),
  audience: z.string().optional().describe("Whom the tokens must be made for."),
  client_id: z.string().optional(),
  client_secret: z.string().optional().describe("For token introspection; no call ever answers with it."),
  jwks_url: HttpUrl.optional().describe("The issuer's keys; found from the issuer when left out."),
  introspection_url: HttpUrl.optional().describe("Where tokens that are not JWTs are checked."),
});

/** How callers of a workload prove who they are. */
export const OidcOptions = z
  .preprocess((value: z.input<typeof Options>) => withoutBlanks(value), Options)
  .meta({
    id: "OidcOptions",
    description: "How callers of a workload prove who they are.",
  });
export type OidcOptions = z.infer<typeof OidcOptions>;

/** The options as answers show them. */
export const OidcView = Options.omit({ client_secret: true }).meta({
  id: "OidcView",
  description: "How callers of a workload prove who they are, without the client's secret.",
});
export type OidcView = z.infer<typeof OidcView>;
