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

/** Forms leave empty strings where they know nothing. */
function tidy({ name, entry }: { name: string; entry: unknown }): unknown {
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
