import type { Context } from "../../program/context.ts";
import { usage } from "../../program/failure.ts";

/** The first of them, which is said when there are more. */
export function limited<Item>(
  items: readonly Item[],
  limit: number | undefined,
  { tell }: Pick<Context, "tell">,
): Item[] {
  if (limit !== undefined && limit < 1) throw usage(`--limit ${limit} is less than 1`);
  const shown = items.slice(0, limit);
  if (shown.length < items.length) tell(`${shown.length} of ${items.length} are shown; --limit shows more`);
  return shown;
}
