import { segment } from "../api/api.ts";
import type { clientRemove } from "../manifest/clients.ts";
import type { Run } from "../manifest/spec.ts";
import { done } from "./shared/done.ts";

export const run: Run<typeof clientRemove> = async ({ args, flags }, context) => {
  const api = await context.api();
  if (flags.group.length === 0) {
    await api.delete(`/clients/${segment(args.client)}`);
    return done([args.client], `unregistered ${args.client}`);
  }
  for (const group of flags.group) await api.delete(`/clients/${segment(args.client)}/groups/${segment(group)}`);
  return done([args.client], `unregistered ${args.client} from ${flags.group.join(", ")}`);
};
