import { AppError, type ErrorCode } from "@toolhaven/contract/errors";

/** What was asked of the engine, in words for people; the same status means different things for each. */
export type EngineCall =
  | "probe the engine"
  | "list containers"
  | "inspect the container"
  | "create the container"
  | "start the container"
  | "stop the container"
  | "remove the container"
  | "attach to the container"
  | "read the container's logs"
  | "follow events"
  | "inspect the image"
  | "pull the image"
  | "build the image"
  | "list images"
  | "name the image"
  | "remove the image"
  | "create the network"
  | "list networks"
  | "remove the network";

export interface EngineReply {
  readonly status: number;
  /** Parsed, when it is JSON; otherwise the bytes as a `Buffer`. */
  readonly body: unknown;
}

/** The only place where an engine's status meets an error code: the first row that fits. */
const BY_STATUS: ReadonlyArray<readonly [status: number, call: EngineCall | "any call", code: ErrorCode]> = [
  [409, "create the container", "already_exists"],
  [409, "create the network", "already_exists"],
  // No subnet left in the engine's own pools: nothing the request could do about it.
  [404, "create the network", "internal"],
  [301, "any call", "invalid_input"],
  [400, "any call", "invalid_input"],
  [403, "any call", "invalid_input"],
  [404, "any call", "not_found"],
  // Podman starts a process half-way when it is attached to, and so says here what Docker says at start with 400.
  [409, "any call", "invalid_input"],
];

/**
 * Podman up to 4.x answers 500 for most refusals. The root cause is the fixed text of one of its error values, and the
 * only thing in the reply that tells them apart.
 */
const BY_PODMAN_CAUSE: Readonly<Record<string, ErrorCode>> = {
  "that name is already in use": "already_exists",
  "network already exists": "already_exists",
  "no such container": "not_found",
  "image not known": "not_found",
  "network not found": "not_found",
  "network is being used": "invalid_input",
  "invalid argument": "invalid_input",
  "OCI runtime attempted to invoke a command that was not found": "invalid_input",
  "OCI permission denied": "invalid_input",
};

/** The engine answered, and refused: its own words behind what was tried. */
export function refusal(call: EngineCall, reply: EngineReply): AppError {
  const { status, body } = reply;
  const cause = textIn(body, "cause");
  const code =
    (cause === undefined ? undefined : BY_PODMAN_CAUSE[cause]) ??
    BY_STATUS.find((row) => row[0] === status && (row[1] === call || row[1] === "any call"))?.[2] ??
    "internal";
  return new AppError(code, `cannot ${call}: ${oneLine(wordsOf(reply))}`);
}

/** What the engine said about it, as it said it. */
export function wordsOf({ status, body }: EngineReply): string {
  const text = Buffer.isBuffer(body) ? body.toString("utf8") : textIn(body, "message");
  return text || `status ${status}`;
}

const REASONS: Readonly<Record<string, readonly [reason: string, remedy: string]>> = {
  ENOENT: ["there is no such socket", "start Docker or Podman"],
  ENOTDIR: ["there is no such socket", "start Docker or Podman"],
  ECONNREFUSED: ["nothing listens there", "start Docker or Podman"],
  EACCES: ["permission denied", "run as a member of the group that owns the socket"],
  EPERM: ["permission denied", "run as a member of the group that owns the socket"],
};

/** Why a socket did not answer, for people: `permission denied`. */
export const reasonOf = (error: unknown): string => REASONS[codeOf(error)]?.[0] ?? "the connection broke off";

/** No answer came: the engine is not there, or went away before or while it answered. */
export function unreachable(socketPath: string, error: unknown): AppError {
  const remedy = REASONS[codeOf(error)]?.[1] ?? "check that the engine still runs";
  return new AppError(
    "runtime_unavailable",
    `cannot reach the container engine at "${socketPath}": ${reasonOf(error)}; ${remedy}`,
    { cause: error },
  );
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | undefined)?.code ?? "";

function textIn(body: unknown, field: string): string | undefined {
  const value = typeof body === "object" && body !== null ? (body as Record<string, unknown>)[field] : undefined;
  return typeof value === "string" ? value : undefined;
}

export const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
