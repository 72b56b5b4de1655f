import type { Context, Outcome } from "../../program/context.ts";
import { reportOf } from "../../program/failure.ts";
import { listed } from "./done.ts";

/** Does something to each of several; what fails does not stop the others, and the exit code tells. */
export async function forEach(
  names: readonly string[],
  act: (name: string) => Promise<void>,
  { verb, tell }: { verb: string; tell: Context["tell"] },
): Promise<Outcome> {
  const outcomes = await Promise.allSettled(names.map(act));
  const changed = names.filter((_, at) => outcomes[at]!.status === "fulfilled");
  const failures = names.flatMap((name, at) => {
    const outcome = outcomes[at]!;
    return outcome.status === "rejected" ? [{ name, reason: outcome.reason as unknown }] : [];
  });
  const [only] = failures;
  if (only && names.length === 1) throw only.reason;
  for (const { name, reason } of failures) tell(`${name}: ${reportOf(reason).message}`);
  const message = `${verb} ${listed(changed, "workload")}${failures.length > 0 ? `; ${failures.length} failed` : ""}`;
  return {
    data: { changed, message, ...(failures.length > 0 && { failed: failures.map(({ name }) => name) }) },
    text: changed.length > 0 ? message : `nothing to do${failures.length > 0 ? `; ${failures.length} failed` : ""}`,
    ...(failures.length > 0 && { exit: "partial" as const }),
  };
}
