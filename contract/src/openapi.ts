import { z } from "zod";
import { type Json, mergeComponents, schemasOf } from "./openapi-schemas.ts";
import { PRODUCT } from "./product.ts";
import { errorsOf, type Route, successStatusOf } from "./route.ts";
import { ROUTES } from "./routes.ts";

const TAGS = {
  system: "The server itself.",
  version: "What runs here.",
  workloads: "Tool servers and their life.",
  logs: "What workloads write.",
  groups: "Workloads that are offered together.",
  clients: "Client applications that use workloads.",
  discovery: "What is found on this machine.",
  registry: "Servers that can be run.",
  secrets: "Keys and passwords workloads need.",
} as const;

/** The description of the API in OpenAPI 3.1, made from the routes. The same version gives the same document. */
export function openApiDocument({ version }: { version: string }): Record<string, unknown> {
  const routes: ReadonlyArray<readonly [id: string, route: Route]> = Object.entries(ROUTES);
  const asked = schemasOf(roots(routes, requestParts), "input");
  const answered = schemasOf(roots(routes, answerParts), "output");
  const { schemas, request, answer } = mergeComponents(asked, answered);

  const paths: Record<string, Record<string, unknown>> = {};
  for (const [id, route] of routes) {
    paths[route.path] ??= {};
    paths[route.path]![route.method] = operation(id, route, { request, answer });
  }
  return {
    openapi: "3.1.0",
    info: {
      title: `${PRODUCT.name} API`,
      version,
      description: `${PRODUCT.tagline}: run tool servers in containers and offer them to clients. Errors are one line of plain text.`,
      license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: `http://${PRODUCT.defaultHost}:${PRODUCT.defaultPort}` }],
    security: [{}, { bearer: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "Needed only when the server checks its callers." },
      },
    },
  };
}

interface Refs {
  readonly request: ReadonlyMap<string, Json>;
  readonly answer: ReadonlyMap<string, Json>;
}

type Parts = Readonly<Record<string, z.ZodType | undefined>>;

const requestParts = ({ params, query, body }: Route): Parts => ({ params, query, body });

function answerParts(route: Route): Parts {
  const answer = answerOf(route);
  return { answer: answer instanceof z.ZodType ? answer : undefined };
}

function answerOf(route: Route) {
  const status = successStatusOf(route);
  return status && route.answers[status];
}

function roots(routes: ReadonlyArray<readonly [string, Route]>, partsOf: (route: Route) => Parts) {
  return new Map(
    routes.flatMap(([id, route]) =>
      Object.entries(partsOf(route)).flatMap(([part, schema]) => (schema ? [[`${id}.${part}`, schema] as const] : [])),
    ),
  );
}

function operation(id: string, route: Route, { request, answer }: Refs): Record<string, unknown> {
  const parameters = [
    ...parametersOf(request.get(`${id}.params`), "path"),
    ...parametersOf(request.get(`${id}.query`), "query"),
  ];
  const body = request.get(`${id}.body`);
  return {
    operationId: id,
    tags: route.tags,
    summary: route.summary,
    ...(route.description && { description: route.description }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: { "application/json": { schema: body } } } }),
    responses: responsesOf(route, answer.get(`${id}.answer`)),
  };
}

function parametersOf(schema: Json | undefined, place: "path" | "query"): unknown[] {
  if (typeof schema !== "object") return [];
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = typeof property === "object" ? property : {};
    return {
      name,
      in: place,
      required: required.includes(name),
      ...(description !== undefined && { description }),
      schema: rest,
    };
  });
}

const DONE = {
  200: "Done.",
  201: "Created.",
  202: "Accepted; it happens next.",
  204: "Done; nothing to say.",
} as const;

function responsesOf(route: Route, schema: Json | undefined): Record<string, unknown> {
  const text = { "text/plain": { schema: { type: "string" } } };
  const status = successStatusOf(route);
  const failures = [...errorsOf(route)].map(([code, description]) => [code, { description, content: text }] as const);
  return {
    ...(status && {
      [status]: {
        description: DONE[status],
        ...(schema && { content: { "application/json": { schema } } }),
        ...(answerOf(route) === "text" && { content: text }),
      },
    }),
    ...Object.fromEntries(failures),
  };
}
