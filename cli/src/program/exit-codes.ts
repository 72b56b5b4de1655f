import type { ErrorCode } from "@toolhaven/contract/errors";

/** What a script can tell from the exit code. */
export const EXIT = {
  success: 0,
  failure: 1,
  usage: 2,
  "not found": 3,
  "not allowed": 4,
  conflict: 5,
  unreachable: 6,
  "timed out": 7,
  partial: 8,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitName = keyof typeof EXIT;
export type ExitCode = (typeof EXIT)[ExitName];

/** How JSON errors spell a kind of failure, `not_found` for instance. Scripts rely on these words. */
export const codeWord = (name: ExitName): string => name.replaceAll(" ", "_");

/** In words, for help and pages. */
export const EXIT_MEANING: Readonly<Record<ExitName, string>> = {
  success: "done, or already as wished",
  failure: "failed, or a confirmation was declined",
  usage: "wrong usage or invalid input",
  "not found": "a workload, group, server, secret or client of that name does not exist",
  "not allowed": "authentication or permission is needed",
  conflict: "a name or port is taken",
  unreachable: "no container engine or API server answers",
  "timed out": "a wait was given up",
  partial: "some of several parts failed",
  interrupted: "interrupted with Ctrl-C",
  terminated: "terminated",
};

const BY_ERROR = {
  invalid_input: "usage",
  unauthorized: "not allowed",
  forbidden: "not allowed",
  not_found: "not found",
  unsupported: "failure",
  already_exists: "conflict",
  too_large: "usage",
  internal: "failure",
  not_implemented: "failure",
  runtime_unavailable: "unreachable",
} as const satisfies Record<ErrorCode, ExitName>;

export const exitOf = (code: ErrorCode): ExitName => BY_ERROR[code];
