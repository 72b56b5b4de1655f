import { z } from "zod";

export const AuthzConfig = z
  .object({
    version: z.string(),
    type: z.literal("cedarv1", { error: `must be "cedarv1"` }),
    cedar: z.object({
      policies: z.array(z.string()).min(1, { error: "must hold at least one policy" }),
      entities_json: z.string().optional().describe("Entities the policies speak of, as a JSON array."),
    }),
  })
  .meta({
    id: "AuthzConfig",
    description: "Who may call what, as Cedar policies.",
    examples: [{ version: "1.0", type: "cedarv1", cedar: { policies: ["permit(principal, action, resource);"] } }],
  });
export type AuthzConfig = z.infer<typeof AuthzConfig>;
