import { z } from "zod";
import { EnvVarName } from "./env-var.ts";
import { requestBody } from "./request-body.ts";

export const SecretsProviderType = z.enum(["encrypted", "1password", "none"]).meta({
  id: "SecretsProviderType",
  description: "`encrypted`: a file of ours; `1password`: a vault, read only; `none`: no secrets at all.",
});
export type SecretsProviderType = z.infer<typeof SecretsProviderType>;

const Key = z
  .string()
  .min(1, { error: "must not be empty" })
  .regex(/^\P{Cc}*$/u, { error: "must not hold line breaks or other control characters" });

export const SecretKey = Key.meta({
  id: "SecretKey",
  description: "The name of a secret.",
  examples: ["github-token"],
});

/** References are kept as `name,target=VARIABLE`, so a comma would end the name. */
const ReferencedKey = Key.refine((key) => !key.includes(","), {
  error: "must not hold a comma; store the secret under another name",
});

export const SecretReference = z
  .object({
    name: ReferencedKey.describe("The secret's name in the store."),
    target: EnvVarName.describe("The variable that receives the value in the container."),
  })
  .meta({ id: "SecretReference", examples: [{ name: "github-token", target: "GITHUB_TOKEN" }] });
export type SecretReference = z.infer<typeof SecretReference>;

/** A secret that goes to a field of ours instead of a variable; `target` is free text then. */
export const SecretPointer = z
  .object({ name: ReferencedKey.describe("The secret's name in the store."), target: z.string().optional() })
  .meta({ id: "SecretPointer" });
export type SecretPointer = z.infer<typeof SecretPointer>;

const Value = z
  .string()
  .min(1, { error: "must not be empty; delete the secret instead" })
  // Neither a variable nor a header can hold one.
  .regex(/^[^\0]*$/, { error: "must not hold a NUL character" })
  .describe("Stored encrypted; no call ever answers with it.");
const Message = z.string().describe("One line for people.");

export const SecretsCapabilities = z
  .object({
    can_read: z.boolean(),
    can_write: z.boolean(),
    can_list: z.boolean(),
    can_delete: z.boolean(),
    can_cleanup: z.boolean(),
  })
  .meta({ id: "SecretsCapabilities" });
export type SecretsCapabilities = z.infer<typeof SecretsCapabilities>;

export const SecretsProvider = z
  .object({ name: z.literal("default"), provider_type: SecretsProviderType, capabilities: SecretsCapabilities })
  .meta({ id: "SecretsProvider" });
export type SecretsProvider = z.infer<typeof SecretsProvider>;

export const SetUpSecrets = requestBody(
  z.object({
    provider_type: SecretsProviderType,
    password: z
      .string()
      .optional()
      .describe("Locks the encrypted store; made up and kept in the system's keyring when left out."),
  }),
  { blanks: ["password"] },
).meta({ id: "SetUpSecrets", examples: [{ provider_type: "encrypted" }] });
export type SetUpSecrets = z.infer<typeof SetUpSecrets>;

export const SecretsSetUp = z
  .object({ provider_type: SecretsProviderType, message: Message })
  .meta({ id: "SecretsSetUp" });
export type SecretsSetUp = z.infer<typeof SecretsSetUp>;

export const SecretKeyList = z
  .object({
    keys: z.array(
      z
        .object({ key: SecretKey, description: z.string().optional() })
        .meta({ id: "ListedSecret", description: "A secret without its value." }),
    ),
  })
  .meta({ id: "SecretKeyList" });
export type SecretKeyList = z.infer<typeof SecretKeyList>;

export const CreateSecret = requestBody(z.object({ key: SecretKey, value: Value })).meta({
  id: "CreateSecret",
  examples: [{ key: "github-token", value: "example" }],
});
export type CreateSecret = z.infer<typeof CreateSecret>;

export const UpdateSecret = requestBody(z.object({ value: Value })).meta({
  id: "UpdateSecret",
  examples: [{ value: "example" }],
});
export type UpdateSecret = z.infer<typeof UpdateSecret>;

export const SecretWritten = z.object({ key: SecretKey, message: Message }).meta({ id: "SecretWritten" });
export type SecretWritten = z.infer<typeof SecretWritten>;
