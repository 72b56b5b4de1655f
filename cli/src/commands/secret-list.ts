import type { SecretKeyList } from "@toolhaven/contract/secret";
import type { secretList } from "../manifest/secrets.ts";
import type { Run } from "../manifest/spec.ts";

export const run: Run<typeof secretList> = async (_, { api }) => {
  const { keys } = await (await api()).get<SecretKeyList>("/secrets/default/keys");
  const lines = keys.map(({ key, description }) => (description ? `${key}   (${description})` : key));
  return { data: keys, text: lines.length > 0 ? lines.join("\n") : "no secrets" };
};
