import { createLog } from "@toolhaven/engine/log";
import { onePasswordSdk } from "@toolhaven/engine/secrets/one-password-sdk";
import { openSecrets, type Secrets } from "@toolhaven/engine/secrets/secrets";
import { systemKeyring } from "@toolhaven/engine/secrets/system-keyring";
import { foldersIn } from "@toolhaven/engine/state/folders";
import type { Context } from "../../program/context.ts";

/** The store itself, beside the server that writes it: what no API may do, this user's own program can. */
export async function openOwnSecrets({ settings }: Pick<Context, "settings">): Promise<Secrets> {
  const { stateFolder, secrets } = await settings();
  return openSecrets({
    folder: foldersIn(stateFolder).secrets,
    env: secrets,
    keyring: systemKeyring(),
    onePassword: onePasswordSdk,
    log: createLog("error"),
    isReader: true,
  });
}
