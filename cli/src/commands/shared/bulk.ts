import type { Outcome } from "../../program/context.ts";
import { Failure, reportOf } from "../../program/failure.ts";
import { listed } from "./done.ts";

/** Does something to each of several; what fails does not stop the others, and the exit code tells. */
export async function forEach(
  names: readonly string[],
  act: (name: string) => Promise<void>,
  { verb }: { verb: string },
): Promise<Outcome> {
  const outcomes = await Promise.allSettled(names.map(act));
  const changed = names.filter((_, at) => outcomes[at]!.status === "fulfilled");
  const failures = names.flatMap((name, at) => {
    const outcome = outcomes[at]!;
    return outcome.status === "rejected" ? [{ name, reason: outcome.reason as unknown }] : [];
  });
  const [only] = failures;
  if (only && names.length === 1) throw only.reason;
  const message = changed.length > 0 ? `${verb} ${listed(changed, "workload")}` : `${verb} nothing`;
  if (failures.length === 0) return { data: { changed, message }, text: message, isNote: true };
  const reasons = failures.map(({ name, reason }) => ({ name, reason: reportOf(reason).message }));
  return {
    data: { changed, message, failed: reasons },
    text: message,
    isNote: true,
    failure: new Failure("partial", `${failures.length} of ${names.length} failed`, {
      hint: reasons.map(({ name, reason }) => `${name}: ${reason}`).join("\n"),
    }),
  };
}
