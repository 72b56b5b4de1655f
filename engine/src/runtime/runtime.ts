/**
 * What the engine asks of any place that can run a server. Drivers adapt to it, never the reverse;
 * `conformance.ts` holds the rules every driver passes.
 *
 * Failures: an engine that does not answer is `runtime_unavailable` on every call; an unknown container or
 * image is `not_found`; a taken container name is `already_exists`; a request the engine refuses (a missing
 * bind source, a malformed name) is `invalid_input` with the engine's own words; what fails inside the engine is
 * `internal`. A signal that fires ends the call with the signal's reason.
 */
export interface ContainerRuntime extends AsyncDisposable {
  /** Answers when the engine does; which engine it is and what it can do. */
  probe(options?: CallOptions): Promise<RuntimeInfo>;

  /** Containers that carry every one of `labels`, stopped ones included, sorted by name. */
  list(labels: Labels, options?: CallOptions): Promise<ContainerSummary[]>;
  /** `undefined` when there is no such container. */
  inspect(id: ContainerId, options?: CallOptions): Promise<ContainerDetails | undefined>;
  create(spec: ContainerSpec, options?: CallOptions): Promise<ContainerId>;
  /**
   * Starting a running container changes nothing. A command that does not exist is `invalid_input`, or, where a small
   * first process stands before it, a run that ends at once with 127 and says why on stderr.
   */
  start(id: ContainerId, options?: CallOptions): Promise<void>;
  /** TERM, then KILL after `graceSeconds` (default 10). Stopping a stopped or missing container changes nothing. */
  stop(id: ContainerId, options?: CallOptions & { graceSeconds?: number }): Promise<void>;
  /** Kills if need be. Removing a missing container changes nothing. */
  remove(id: ContainerId, options?: CallOptions): Promise<void>;
  /**
   * The container's standard streams. May be called before start (nothing is lost then) and again later:
   * each attachment continues the same process. Ending an attachment leaves the container alone. With Podman, whose
   * monitor closes stdin with any connection, that holds for as long as this driver is open; a process still reads the
   * end of its input when the program that attached to it is gone.
   */
  attach(id: ContainerId, options?: CallOptions): Promise<Attachment>;
  /** The last `tail` lines of stdout and stderr in arrival order, as written. */
  logs(id: ContainerId, options: CallOptions & { tail: number }): Promise<string>;

  /**
   * Yields when a container with these labels changed since the call. An event says "read again", nothing more.
   * Ends with an error when the engine goes away, quietly when the signal fires.
   */
  events(labels: Labels, options: { signal: AbortSignal }): AsyncIterable<ContainerEvent>;

  /** The image as present locally, by reference or id, or `undefined`. A malformed reference is `invalid_input`. */
  findImage(reference: string, options?: CallOptions): Promise<Image | undefined>;
  /** `not_found` when the registry does not know it or cannot be reached; the message says which. */
  pullImage(reference: string, options?: CallOptions & { onProgress?: (text: string) => void }): Promise<Image>;

  /**
   * Builds an image from a context. `invalid_input` with the last words of the step that failed, or `internal` when
   * they speak of the network, so that trying again may help. A signal that fires ends the build in the engine too.
   */
  buildImage(spec: BuildSpec, options?: CallOptions & { onProgress?: (text: string) => void }): Promise<Image>;
  /** Gives an image that is here one more name; the name means nothing else any more. */
  tagImage(id: string, reference: string, options?: CallOptions): Promise<void>;
  /** Images that carry every one of `labels`, those without a name included. */
  listImages(labels: Labels, options?: CallOptions): Promise<ImageSummary[]>;
  /**
   * By reference or id, with what it is made of as far as nothing else needs it. Removing a missing image changes
   * nothing; one that a container uses, running or not, is `invalid_input`.
   */
  removeImage(reference: string, options?: CallOptions): Promise<void>;

  /** Creates a bridge network with a subnet of its own; a taken name is `already_exists`. */
  createNetwork(spec: NetworkSpec, options?: CallOptions): Promise<void>;
  listNetworks(labels: Labels, options?: CallOptions): Promise<NetworkSummary[]>;
  /** Removing a missing network changes nothing; one that a running container uses is `invalid_input`. */
  removeNetwork(name: string, options?: CallOptions): Promise<void>;
}

export type ContainerId = string & { readonly __brand: "ContainerId" };
export type Labels = Readonly<Record<string, string>>;

export interface CallOptions {
  signal?: AbortSignal;
}

export interface RuntimeInfo {
  readonly kind: "docker" | "podman" | "memory";
  readonly version: string;
  /** Whether this process reaches container addresses itself; otherwise ports are published on loopback. */
  readonly reachesContainers: boolean;
}

export interface ContainerSpec {
  readonly name: string;
  /** A reference or an image id; must be present locally. */
  readonly image: string;
  /** Empty or absent: the image's own command. */
  readonly command?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly labels: Labels;
  readonly mounts?: readonly Mount[];
  /** `none`: no network at all; otherwise the name of a network made by `createNetwork`. Default `none`. */
  readonly network?: string;
  /** The container port the server listens on, for HTTP transports. */
  readonly port?: number;
  /** Default false. True keeps all capabilities and lets a process gain more; limits and mounts stay as they are. */
  readonly privileged?: boolean;
  readonly limits?: ResourceLimits;
}

export interface Mount {
  readonly source: string;
  readonly target: string;
  readonly readOnly: boolean;
}

export interface ResourceLimits {
  readonly memoryBytes: number;
  /** Cores, e.g. 1.5. */
  readonly cpus: number;
  readonly pids: number;
}

export type ContainerState =
  | "created"
  | "running"
  | "paused"
  | "restarting"
  | "exited"
  | "removing"
  | "dead"
  | "unknown";

export interface ContainerSummary {
  readonly id: ContainerId;
  readonly name: string;
  readonly labels: Labels;
  readonly state: ContainerState;
}

export interface ContainerDetails extends ContainerSummary {
  /** Content-addressed, as `Image.id`. */
  readonly image: string;
  /** Changes with every start; empty before the first. RFC 3339. */
  readonly startedAt: string;
  /** Of the last run; `undefined` while running and before the first. */
  readonly exitCode: number | undefined;
  readonly outOfMemory: boolean;
  /** Where a client on this machine reaches `spec.port`; `undefined` without a port or while not running. */
  readonly address: { readonly host: string; readonly port: number } | undefined;
}

export interface ContainerEvent {
  readonly id: ContainerId;
  readonly name: string;
}

/** Listeners are set once, before `open()`; nothing is read from the engine until then. */
export interface Attachment extends Disposable {
  /** Bytes for stdin. False: wait for `onDrain` before writing more. */
  write(bytes: Uint8Array): boolean;
  open(listeners: AttachmentListeners): void;
  /** Stops and resumes reading, for back-pressure; what was read already may still arrive. */
  pause(): void;
  resume(): void;
}

export interface AttachmentListeners {
  onStdout(bytes: Buffer): void;
  onStderr(bytes: Buffer): void;
  onDrain(): void;
  /** Once: the process ended, the engine went away, or the attachment was disposed. */
  onEnd(): void;
}

export interface Image {
  /** Content-addressed, e.g. `sha256:…`; stays valid when the tag moves. */
  readonly id: string;
  /** `name@sha256:…` when the image came from a registry. */
  readonly digest: string | undefined;
}

export interface BuildSpec {
  /** The reference of the image when the build is through; before that it means what it meant. */
  readonly tag: string;
  /** A tar archive with a `Dockerfile` at its root. */
  readonly context: AsyncIterable<Uint8Array>;
  readonly labels: Labels;
  /**
   * Variables such as `HTTPS_PROXY` for the time of the build. Only those that every builder knows: they do not stay
   * in the image.
   */
  readonly proxies?: Readonly<Record<string, string>>;
  /** `host`: the steps run on this machine's own network and reach its loopback addresses. */
  readonly network?: "default" | "host";
}

export interface ImageSummary {
  readonly id: string;
  /** Every name of it, with its tag. */
  readonly references: readonly string[];
  readonly labels: Labels;
}

export interface NetworkSpec {
  readonly name: string;
  readonly labels: Labels;
  /** No route out of it. */
  readonly isInternal: boolean;
}

export interface NetworkSummary {
  readonly name: string;
  readonly labels: Labels;
}
