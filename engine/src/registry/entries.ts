import { AppError } from "@toolhaven/contract/errors";
import { parseInput } from "@toolhaven/contract/input";
import { clip, quote } from "@toolhaven/contract/quote";
import { ContainerServer, RemoteServer } from "@toolhaven/contract/registry-server";
import { withoutBlanks, withoutNulls } from "@toolhaven/contract/request-body";
import { createBreather } from "./breather.ts";
import { legalKeys } from "./legal-names.ts";

/** A server as a document describes it, before anybody checked it. */
export type Candidate =
  | { readonly kind: "container" | "remote"; readonly name: string; readonly entry: unknown }
  | { readonly kind: "unusable"; readonly name: string; readonly reason: string };

/** More than any registry lists, in all its parts together. */
const MAX_SERVERS = 50_000;

/** @throws AppError `invalid_input` for a document with more servers or groups than anybody could look through */
export function checkCount(parts: readonly unknown[]): void {
  const count = parts.reduce<number>((sum, part) => sum + Object.keys(part ?? {}).length, 0);
  if (count > MAX_SERVERS) throw new AppError("invalid_input", `it has more than ${MAX_SERVERS} servers`);
}

/** What could be used, and one line for each that could not. */
export interface Entries {
  readonly servers: Record<string, ContainerServer>;
  readonly remote_servers: Record<string, RemoteServer>;
  readonly leftOut: string[];
}

/** Checks every server on its own, so that one mistake costs one server; long lists are read in several turns. */
export async function readEntries(candidates: Iterable<Candidate>): Promise<Entries> {
  const breathe = createBreather();
  const containers = new Map<string, ContainerServer>();
  const remotes = new Map<string, RemoteServer>();
  const leftOut: string[] = [];
  for (const candidate of candidates) {
    try {
      if (candidate.kind === "unusable") throw new AppError("invalid_input", candidate.reason);
      const { name } = candidate;
      if (candidate.kind === "container") containers.set(name, parseInput(ContainerServer, tidy(candidate)));
      else remotes.set(name, parseInput(RemoteServer, tidy(candidate)));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      leftOut.push(`server ${quote(candidate.name)}: ${error.message}`);
    }
    await breathe();
  }
  return { servers: named(containers, leftOut), remote_servers: named(remotes, leftOut), leftOut };
}

/** A server has a hundred values or so. One made of millions would hold everybody up while it is checked. */
const MAX_VALUES = 20_000;

/** @throws AppError `invalid_input` */
export function checkSize(entry: unknown): void {
  const open: unknown[] = [entry];
  let count = 0;
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== "object" || value === null) continue;
    const below: unknown[] = Object.values(value);
    count += below.length;
    if (count > MAX_VALUES) throw new AppError("invalid_input", `it holds more than ${MAX_VALUES} values`);
    open.push(...below);
  }
}

/** Forms leave empty strings where they know nothing. */
function tidy({ name, entry }: { name: string; entry: unknown }): unknown {
  checkSize(entry);
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return entry;
  return { ...(withoutBlanks(withoutNulls(entry), BLANKS) as object), name };
}

const BLANKS = ["repository_url", "tier", "status", "transport"];

/** An entry whose name cannot be a key keeps it beside. */
function named<T extends ContainerServer | RemoteServer>(
  entries: ReadonlyMap<string, T>,
  leftOut: string[],
): Record<string, T> {
  const keys = legalKeys(entries.keys());
  const result: Array<[string, T]> = [];
  for (const [name, entry] of entries) {
    const key = keys.get(name);
    if (key === undefined) leftOut.push(`server ${quote(name)}: its name has no letter or digit in it`);
    else if (key === name) result.push([key, entry]);
    else result.push([key, { ...entry, name: key, custom_metadata: { ...entry.custom_metadata, name: clip(name) } }]);
  }
  return Object.fromEntries(result.toSorted(byKey));
}

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);
