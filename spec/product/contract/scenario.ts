import type { OperationId } from "@toolhaven/contract/routes";

/** What a scenario may refer to and cannot know before the server runs. */
export interface World {
  /** A registry document, and a file that is JSON and no registry. */
  readonly registryFile: string;
  readonly otherFile: string;
}

/** A workload is as said, in each of the fields given. */
export interface Wait {
  readonly name: string;
  readonly status?: "running" | "stopped" | "gone";
  readonly group?: string;
}

export interface Step {
  /** What must be so before the call is made. */
  readonly after?: Wait;
  readonly call: OperationId;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON; a function makes it from the world. */
  readonly body?: object | ((world: World) => object);
  readonly status: number;
  /** Part of the answer: of its JSON, or of its text. */
  readonly says?: object | RegExp;
}

/** A story of calls on one server; scenarios of one family follow each other on the same state. */
export interface Scenario {
  readonly family: "system" | "workloads" | "groups" | "clients" | "registry" | "secrets";
  readonly title: string;
  readonly steps: readonly Step[];
}
