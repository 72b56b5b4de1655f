import type { secretProvider } from "../manifest/secrets.ts";
import type { Run } from "../manifest/spec.ts";
import { setUpSecrets } from "./shared/set-up-secrets.ts";

export const run: Run<typeof secretProvider> = async ({ args, flags }, context) =>
  setUpSecrets({ provider: args.provider, passwordFile: flags["password-file"] }, context);
