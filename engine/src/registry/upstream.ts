import { AppError } from "@toolhaven/contract/errors";
import { HttpUrl } from "@toolhaven/contract/http-url";
import { parseInput } from "@toolhaven/contract/input";
import { createBreather } from "./breather.ts";
import { NO_VERSION } from "./classic.ts";
import { type Candidate, checkCount, checkSize, readEntries } from "./entries.ts";
import type { ReadOptions, ReadRegistry } from "./read-registry.ts";
import { additionsOf, type Remarks, remarksOf } from "./upstream-meta.ts";
import { argumentsOf, definitionsOf, fill, networkTransport, portOf } from "./upstream-input.ts";
import { runnableOf } from "./upstream-package.ts";
import { currentForm, type Endpoint, ServerJson } from "./upstream-shape.ts";

type Fields = Readonly<Record<string, unknown>>;

/** One version of one server, as found in a list. */
interface Version {
  readonly name: string;
  readonly document: Fields;
  readonly wrapper: Fields;
  readonly remarks: Remarks;
}

export function isServerDocument(value: Fields): boolean {
  const { name, packages, remotes, server } = value;
  return isFields(server) || (typeof name === "string" && (Array.isArray(packages) || Array.isArray(remotes)));
}

/** Reads lists of `server.json` documents. Of several versions of a server the latest counts; deleted ones are gone. */
export async function readUpstream(value: Fields, { modified }: ReadOptions): Promise<ReadRegistry> {
  const list = Array.isArray(value["servers"]) ? (value["servers"] as unknown[]) : [];
  checkCount([list]);
  const breathe = createBreather();
  const latest = new Map<string, Version>();
  const candidates: Candidate[] = [];
  for (const [index, item] of list.entries()) {
    const version = versionOf(item);
    if (!version) candidates.push({ kind: "unusable", name: `#${index + 1}`, reason: "it has no name" });
    else if (isNewer(version, latest.get(version.name))) latest.set(version.name, version);
    await breathe();
  }
  for (const version of latest.values()) {
    if (version.remarks.status !== "deleted") candidates.push(candidateOf(version));
    await breathe();
  }
  const { leftOut, ...servers } = await readEntries(candidates);
  const { version } = value;
  const head = { version: typeof version === "string" && version ? version : NO_VERSION, last_updated: modified };
  return { registry: { ...head, ...lastUpdate(latest.values()), ...servers, groups: [] }, leftOut };
}

function versionOf(item: unknown): Version | undefined {
  if (!isFields(item)) return undefined;
  const document = isFields(item["server"]) ? item["server"] : item;
  const { name } = document;
  if (typeof name !== "string" || name === "") return undefined;
  return { name, document, wrapper: item, remarks: remarksOf(document, item) };
}

function isNewer(candidate: Version, present: Version | undefined): boolean {
  if (!present) return true;
  const [mine, theirs] = [candidate.remarks, present.remarks];
  if (mine.isLatest !== theirs.isLatest) return mine.isLatest === true || theirs.isLatest === false;
  const [a, b] = [String(candidate.document["version"]), String(present.document["version"])];
  const order = a.localeCompare(b, "en", { numeric: true });
  return order === 0 ? (mine.updated ?? "") >= (theirs.updated ?? "") : order > 0;
}

function lastUpdate(versions: Iterable<Version>): { last_updated?: string } {
  const times = [...versions].map(({ remarks }) => Date.parse(remarks.updated ?? "")).filter((time) => time > 0);
  if (times.length === 0) return {};
  const latest = times.reduce((a, b) => Math.max(a, b));
  return { last_updated: new Date(latest).toISOString() };
}

/** A server that can be reached as it stands is a remote one; otherwise the best of its packages is run. */
function candidateOf(version: Version): Candidate {
  const { name } = version;
  try {
    checkSize(version.document);
    const server = parseInput(ServerJson, currentForm(version.document));
    const additions = additionsOf(version.document, version.wrapper);
    const shared = { ...sharedOf(server, version), ...additions, ...customMetadata(server, additions) };
    const remote = server.remotes.map(remoteOf).find((found) => found !== undefined);
    if (remote) return { kind: "remote", name, entry: { ...shared, ...remote } };
    const runnable = runnableOf(server.packages);
    if ("reason" in runnable) return { kind: "unusable", name, reason: noSource(server, runnable.reason) };
    const { transport, packageArguments, environmentVariables } = runnable.package;
    const port = transport && portOf(transport);
    const entry = {
      transport: (transport && networkTransport(transport.type)) ?? "stdio",
      ...(port !== undefined && { target_port: port }),
      args: argumentsOf(packageArguments),
      ...shared,
      image: runnable.image,
      env_vars: definitionsOf(environmentVariables),
    };
    return { kind: "container", name, entry };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { kind: "unusable", name, reason: error.message };
  }
}

function sharedOf(server: ServerJson, { remarks }: Version): Fields {
  const url = server.repository?.url;
  return {
    description: server.description || server.title || "",
    status: (remarks.status ?? server.status) === "deprecated" ? "deprecated" : "active",
    ...(HttpUrl.safeParse(url).success && { repository_url: url }),
  };
}

function customMetadata({ title, version, websiteUrl }: ServerJson, { custom_metadata }: Fields): Fields {
  const own = { ...(title && { title }), ...(version && { version }), ...(websiteUrl && { website_url: websiteUrl }) };
  const added = isFields(custom_metadata) ? custom_metadata : {};
  return { custom_metadata: { ...own, ...added } };
}

/** `undefined` when its address needs an answer from a user, or it speaks in a way we do not know. */
function remoteOf(endpoint: Endpoint): Fields | undefined {
  const transport = networkTransport(endpoint.type);
  const url = fill(endpoint.url ?? "", endpoint.variables);
  if (transport === undefined || url.open.length > 0 || !HttpUrl.safeParse(url.text).success) return undefined;
  return { url: url.text, transport, headers: definitionsOf(endpoint.headers) };
}

function noSource({ remotes, packages }: ServerJson, reason: string): string {
  return remotes.length > 0 && packages.length === 0 ? "no address of it can be used as it stands" : reason;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
