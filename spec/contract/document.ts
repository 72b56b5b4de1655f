import { openApiDocument } from "@toolhaven/contract/openapi";
import type { Schema, Schemas } from "./json-schema.ts";

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

/** One call as the OpenAPI document tells it; nothing here is taken from the route table. */
export interface Operation {
  readonly operationId: string;
  readonly parameters?: ReadonlyArray<{
    readonly name: string;
    readonly in: "path" | "query";
    readonly required: boolean;
    readonly schema: Schema;
  }>;
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
  readonly method: string;
  readonly path: string;
}

export interface ApiDocument {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly schemas: Schemas;
}

interface RawDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<Operation, "method" | "path">>>>>;
  readonly components: { readonly schemas: Schemas };
}

export function readDocument(raw: unknown): ApiDocument {
  const { paths, components } = raw as RawDocument;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
  return {
    operations: new Map(operations.map((operation) => [operation.operationId, operation])),
    schemas: components.schemas,
  };
}

export const ownDocument = (): ApiDocument => readDocument(openApiDocument({ version: "v1.2.3" }));

/** The schema of a JSON body; `undefined` where there is none. */
export const schemaOf = (body: Body | undefined): Schema | undefined => body?.content?.["application/json"]?.schema;
