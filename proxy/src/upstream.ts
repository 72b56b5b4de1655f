/** The server side of a proxy. The engine hands one over whenever a server (re)started or was adopted. */
export type Upstream = StdioUpstream | HttpUpstream | RemoteUpstream;

/**
 * The standard streams of one server process. `run` names the process: the same text means the same process,
 * and so the same MCP session, as before; another text means a fresh process that needs the handshake again.
 */
export interface StdioUpstream extends Disposable {
  readonly kind: "stdio";
  readonly run: string;
  /** Bytes for the server's stdin. False: wait for `onDrain` before writing more. */
  write(bytes: Uint8Array): boolean;
  /** Starts the flow; called once. Nothing is lost before that. */
  open(listeners: StdioListeners): void;
  /** Stops and resumes reading, for back-pressure. */
  pause(): void;
  resume(): void;
}

export interface StdioListeners {
  onStdout(bytes: Buffer): void;
  onStderr(bytes: Buffer): void;
  onDrain(): void;
  /** Once: the process ended or the connection to it was lost. */
  onEnd(): void;
}

/** A server that speaks HTTP itself, e.g. `http://172.18.0.2:3001`. */
export interface HttpUpstream {
  readonly kind: "http";
  readonly origin: string;
}

/**
 * A server somewhere else. Clients reach its `url` at `/mcp` (or `/sse`, in that mode) and at the path it has itself.
 * Every other path is passed on to the same origin as it is, but without `headers`: they are for the MCP server, not
 * for all that its host serves. The paths that an HTTP+SSE server names for posting do get them.
 */
export interface RemoteUpstream {
  readonly kind: "remote";
  /** The full address, `http` or `https`, with path and query; what is in the query is sent and never shown. */
  readonly url: string;
  /** Take the place of a client's headers of the same name. Values may be secret: no notice or error holds them. */
  readonly headers: Readonly<Record<string, string>>;
  /** Certificates (PEM) to trust beside the usual ones. */
  readonly ca?: string;
}
