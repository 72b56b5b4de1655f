import { openApiDocument } from "@toolhaven/contract/openapi";
import { type Schema, type Schemas, nameIn, namesIn } from "../reference-shape/schema.ts";

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface Answer {
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, Answer>>;
}

export interface Tag {
  readonly name: string;
  readonly description: string;
}

export interface Api {
  readonly title: string;
  readonly version: string;
  readonly server: string;
  readonly tags: ReadonlyArray<Tag & { readonly operations: readonly Operation[] }>;
  readonly schemas: Schemas;
  /** Failures that mean the same for every call that has them, by status. */
  readonly common: ReadonlyMap<string, string>;
  /** Shapes that only calls use stand at the first of them; by name, the operation's id. */
  readonly homes: ReadonlyMap<string, string>;
}

interface Document {
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: ReadonlyArray<{ readonly url: string }>;
  readonly tags: readonly Tag[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<Operation, "method" | "path">>>>>;
  readonly components: { readonly schemas: Schemas };
}

/** The API as its page needs it. */
export function readApi(version: string): Api {
  const document = openApiDocument({ version }) as unknown as Document;
  const operations = Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, call]): Operation => ({ ...call, path, method })),
  );
  const { schemas } = document.components;
  return {
    ...document.info,
    server: document.servers[0]?.url ?? "",
    tags: document.tags.map((tag) => ({
      ...tag,
      operations: operations.filter(({ tags }) => tags.includes(tag.name)),
    })),
    schemas,
    common: commonFailures(operations),
    homes: homesOf(operations, schemas),
  };
}

/** What a call takes and gives as JSON. */
export function shapesIn({ requestBody, responses }: Operation): Schema[] {
  const answers = Object.entries(responses).filter(([status]) => status < "300");
  return [requestBody, ...answers.map(([, answer]) => answer)].flatMap(
    (part) => part?.content?.["application/json"]?.schema ?? [],
  );
}

/** The sentence that most calls have for a status, for those that at least a quarter of all share. */
function commonFailures(operations: readonly Operation[]): Map<string, string> {
  const counts = new Map<string, number>();
  for (const { responses } of operations) {
    for (const [status, { description }] of Object.entries(responses)) {
      if (status >= "400") counts.set(`${status} ${description}`, (counts.get(`${status} ${description}`) ?? 0) + 1);
    }
  }
  const shared = [...counts].filter(([, count]) => count >= operations.length / 4).toSorted(([, a], [, b]) => a - b);
  const entries = shared.map(([failure]) => [failure.slice(0, 3), failure.slice(4)] as const);
  return new Map(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function homesOf(operations: readonly Operation[], schemas: Schemas): Map<string, string> {
  const inner = new Set(Object.values(schemas).flatMap((schema) => [...namesIn(schema)]));
  const homes = new Map<string, string>();
  for (const operation of operations) {
    for (const name of shapesIn(operation).map(nameIn)) {
      if (name !== undefined && !inner.has(name) && !homes.has(name)) homes.set(name, operation.operationId);
    }
  }
  return homes;
}
