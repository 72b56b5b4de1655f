import { describe } from "vitest";
import { buildRules } from "./conformance-builds.ts";
import { createBench, type RuntimeTraits } from "./conformance-context.ts";
import { isolationRules } from "./conformance-isolation.ts";
import { lifecycleRules } from "./conformance-lifecycle.ts";
import { streamRules } from "./conformance-streams.ts";
import { surroundingRules } from "./conformance-surroundings.ts";
import type { ContainerRuntime } from "./runtime.ts";

export interface RuntimeUnderTest {
  readonly name: string;
  readonly open: () => Promise<ContainerRuntime>;
  /** Present locally, with a shell and Node in it. */
  readonly image: string;
  readonly traits: RuntimeTraits;
}

/** Every driver passes this suite unchanged; a rule that is not here is not a rule of the port. */
export function describeRuntime({ name, ...options }: RuntimeUnderTest): void {
  describe(`${name} runtime`, () => {
    const bench = createBench(options);
    lifecycleRules(bench);
    streamRules(bench);
    surroundingRules(bench);
    isolationRules(bench);
    buildRules(bench);
  });
}
