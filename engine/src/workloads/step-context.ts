import type { Attachment, ContainerId, ContainerRuntime, ContainerSpec, Image } from "../runtime/runtime.ts";
import type { Definition, RemoteRequest, Revision } from "./definition.ts";
import type { Listener } from "./listener.ts";
import type { Memory } from "./plan.ts";
import type { RemoteRuns } from "./remote-runs.ts";
import type { StatusLine } from "./status.ts";
import type { Timings } from "./timings.ts";

export interface StepDeps {
  readonly runtime: ContainerRuntime;
  /** The image of a revision, pulled when it is not here. */
  readonly ensureImage: (revision: Revision, options: ImageOptions) => Promise<Image>;
  /** Everything the container needs, secrets resolved; makes its network. */
  readonly prepare: (revision: Revision, image: Image, options: { signal: AbortSignal }) => Promise<ContainerSpec>;
  /** Networks and the like that belong to no container any more. */
  readonly releaseResources: () => Promise<void>;
  /** What is sent to a remote server with every request, secrets resolved. */
  readonly resolveHeaders: (request: RemoteRequest) => Promise<Readonly<Record<string, string>>>;
  readonly openListener: (revision: Revision) => Promise<Listener>;
  readonly timings: Timings;
}

export interface ImageOptions {
  signal: AbortSignal;
  onProgress: (text: string) => void;
}

/** What one workload holds open in this process. */
export interface Holdings {
  listener: Listener | undefined;
  /** Opened by an edit that changes the address; takes over when the edit does. */
  spare: Listener | undefined;
  readonly attachments: Map<ContainerId, Attachment>;
  readonly remotes: RemoteRuns;
}

export interface StepContext {
  readonly deps: StepDeps;
  readonly holdings: Holdings;
  readonly memory: Memory;
  readonly status: StatusLine;
  readonly update: (change: (definition: Definition) => Definition) => Promise<void>;
  readonly erase: () => Promise<void>;
  readonly wake: () => void;
  /** Fires when this process lets go of the workload; a changed wish does not fire it. */
  readonly closing: AbortSignal;
}
