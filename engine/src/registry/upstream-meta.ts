/** What stands beside a `server.json` document: the registry's own remarks, and its publisher's additions. */
export interface Remarks {
  readonly status: string | undefined;
  readonly isLatest: boolean | undefined;
  /** RFC 3339. */
  readonly updated: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const OFFICIAL = ["io.modelcontextprotocol.registry/official", "io.modelcontextprotocol.registry"];
const PUBLISHER = ["io.modelcontextprotocol.registry/publisher-provided", "publisher"];

/** `document` is the server itself, `wrapper` what the registry put it in; older ones have no wrapper. */
export function remarksOf(document: Fields, wrapper: Fields): Remarks {
  const spots = [metaOf(wrapper), metaOf(document), xFields(wrapper), xFields(document)];
  const official = spots.map((spot) => firstOf(spot, OFFICIAL)).find((found) => found !== undefined) ?? {};
  const text = (...names: string[]): string | undefined =>
    names.map((name) => official[name]).find((value) => typeof value === "string");
  const isLatest = official["isLatest"] ?? official["is_latest"];
  return {
    status: text("status") ?? (typeof document["status"] === "string" ? document["status"] : undefined),
    isLatest: typeof isLatest === "boolean" ? isLatest : undefined,
    updated: text("updatedAt", "updated_at", "publishedAt", "published_at"),
  };
}

/** Fields of a registry entry that `server.json` has no place for. */
const ADDITIONS = [
  "tier",
  "tools",
  "tags",
  "metadata",
  "custom_metadata",
  "permissions",
  "target_port",
  "docker_tags",
  "provenance",
  "transport",
  "args",
] as const;
export type Additions = Partial<Record<(typeof ADDITIONS)[number], unknown>>;

/**
 * What the publisher added for registries such as ours. It lies under a key of the publisher's choice, at times one
 * level further down under the image or address it is about: the first object that looks like it is taken.
 */
export function additionsOf(document: Fields, wrapper: Fields): Additions {
  const spots = [metaOf(document), metaOf(wrapper), xFields(document), xFields(wrapper)];
  for (const spot of spots) {
    const publisher = firstOf(spot, PUBLISHER);
    const found = publisher && levels(publisher).find((level) => ADDITIONS.some((name) => level[name] !== undefined));
    if (found) {
      const present = ADDITIONS.filter((name) => found[name] !== undefined && found[name] !== null);
      return Object.fromEntries(present.map((name) => [name, found[name]]));
    }
  }
  return {};
}

function levels(publisher: Fields): Fields[] {
  const below = (fields: Fields) => Object.values(fields).filter(isFields);
  const vendors = below(publisher);
  return [publisher, ...vendors, ...vendors.flatMap(below)];
}

const metaOf = ({ _meta }: Fields): Fields => (isFields(_meta) ? _meta : {});

/** Before there was `_meta`, fields beside the document began with "x-". */
function xFields(fields: Fields): Fields {
  const found = Object.entries(fields).filter(([key, value]) => key.startsWith("x-") && isFields(value));
  return Object.fromEntries(found.map(([key, value]) => [key.slice("x-".length), value]));
}

function firstOf(fields: Fields, names: readonly string[]): Fields | undefined {
  return names.map((name) => fields[name]).find(isFields);
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
