import { describe, expect, test } from "vitest";
import { openApiDocument } from "./openapi.ts";
import { parseInput } from "./input.ts";
import { z } from "zod";
import type { Route } from "./route.ts";
import { ROUTES } from "./routes.ts";

const Content = z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) }));

const Operation = z.strictObject({
  operationId: z.string(),
  summary: z.string().min(1),
  description: z.string().min(1).optional(),
  tags: z.array(z.string()).min(1),
  parameters: z
    .array(
      z.strictObject({
        name: z.string(),
        in: z.enum(["path", "query"]),
        required: z.boolean(),
        description: z.string().min(1),
        schema: z.record(z.string(), z.unknown()),
      }),
    )
    .default([]),
  requestBody: z.object({ required: z.literal(true), content: Content }).optional(),
  responses: z.record(
    z.string().regex(/^[2-5]\d\d$/),
    z.strictObject({ description: z.string().min(1), content: Content.optional() }),
  ),
});

/** As much of OpenAPI 3.1 as we use. */
const OpenApi = z.strictObject({
  openapi: z.literal("3.1.0"),
  info: z.object({ title: z.string(), version: z.string() }),
  servers: z.array(z.object({ url: z.url() })),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string().startsWith("/"), z.record(z.enum(["get", "post", "put", "delete"]), Operation.optional())),
  components: z.object({
    schemas: z.record(z.string().regex(/^[\w.-]+$/), z.record(z.string(), z.unknown())),
    securitySchemes: z.object({ bearer: z.object({ type: z.literal("http"), scheme: z.literal("bearer") }) }),
  }),
});

const generated = openApiDocument({ version: "v1.2.3" });
const document = OpenApi.parse(generated);
const { schemas } = document.components;
const routes: ReadonlyArray<readonly [string, Route]> = Object.entries(ROUTES);

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, operation]) => (operation ? [{ path, method, operation }] : [])),
);

function valuesOf(key: string, value: unknown = generated): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [...(name === key ? [inner] : []), ...valuesOf(key, inner)]);
}

describe("the OpenAPI document", () => {
  test("is JSON throughout, with our name and the given version", () => {
    expect(generated).toMatchObject({ info: { title: "ToolHaven API", version: "v1.2.3" } });
    expect(JSON.parse(JSON.stringify(generated))).toEqual(generated);
  });

  test("is the same each time", () => {
    expect(JSON.stringify(openApiDocument({ version: "v1.2.3" }))).toBe(JSON.stringify(generated));
  });

  test("describes every route once, under its id", () => {
    expect(operations.map(({ path, method, operation }) => [operation.operationId, method, path])).toEqual(
      expect.arrayContaining(routes.map(([id, { method, path }]) => [id, method, path])),
    );
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(routes.length);
    expect(operations).toHaveLength(routes.length);
  });

  test.each(operations)("$method $path is complete", ({ path, operation }) => {
    const inPath = operation.parameters.filter((parameter) => parameter.in === "path");
    expect(inPath.map(({ name }) => name)).toEqual(path.match(/(?<=\{)\w+/g) ?? []);
    expect(inPath.every(({ required }) => required)).toBe(true);
    expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(operation.tags));
    const failures = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
    for (const [, { content }] of failures) expect(content).toEqual({ "text/plain": { schema: { type: "string" } } });
  });

  test("refers only to schemas it holds, and holds only schemas it refers to", () => {
    const referred = valuesOf("$ref").map((ref) => String(ref).replace("#/components/schemas/", ""));
    expect([...new Set(referred)].toSorted()).toEqual(Object.keys(schemas).toSorted());
  });

  test("has only patterns a validator can compile", () => {
    for (const pattern of valuesOf("pattern")) expect(() => new RegExp(String(pattern), "u")).not.toThrow();
  });

  test("gives examples that its own schemas accept", () => {
    const bodies = routes.flatMap(([id, { body }]) => (body ? [{ id, body }] : []));
    for (const { id, body } of bodies) {
      const { requestBody } = operations.find(({ operation }) => operation.operationId === id)!.operation;
      const reference = String(requestBody?.content["application/json"]?.schema["$ref"]);
      const examples = z.array(z.unknown()).min(1).parse(schemas[reference.split("/").at(-1)!]?.["examples"]);
      for (const example of examples) expect(() => parseInput(body, example)).not.toThrow();
    }
  });

  test("tells what is sent from what is answered where a default makes them differ", () => {
    expect(schemas["RemoteOAuthConfigInput"]).not.toHaveProperty("required");
    expect(schemas["RemoteOAuthConfig"]).toMatchObject({ required: ["use_pkce", "callback_port", "skip_browser"] });
    expect(JSON.stringify(schemas["CreateWorkload"])).toContain("RemoteOAuthConfigInput");
    expect(schemas["CreateWorkload"]).toMatchObject({
      anyOf: [{ required: ["image"] }, { required: ["url"] }],
      properties: { tools_override: { default: {} }, network_isolation: { default: true } },
    });
    expect(schemas["Workload"]).not.toHaveProperty("additionalProperties");
    expect(schemas["WorkloadStatus"]).toMatchObject({ enum: expect.arrayContaining(["running", "unhealthy"]) });
  });

  test("never describes a field that answers with a secret's value", () => {
    expect(schemas["OidcView"]).not.toHaveProperty("properties.client_secret");
    expect(schemas["ListedSecret"]).not.toHaveProperty("properties.value");
  });
});
