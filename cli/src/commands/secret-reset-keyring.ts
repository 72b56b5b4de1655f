import type { secretResetKeyring } from "../manifest/secrets.ts";
import type { Run } from "../manifest/spec.ts";
import { confirm } from "./shared/confirm.ts";
import { done } from "./shared/done.ts";
import { openOwnSecrets } from "./shared/own-secrets.ts";

export const run: Run<typeof secretResetKeyring> = async ({ flags }, context) => {
  await confirm("Without this password the stored secrets cannot be read any more. Forget it?", flags.yes, context);
  await using secrets = await openOwnSecrets(context);
  await secrets.forgetPassword();
  return done(["keyring"], "the keyring has forgotten the password; secrets need to be set up again");
};
