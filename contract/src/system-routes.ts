import { z } from "zod";
import { PRODUCT } from "./product.ts";
import type { Route } from "./route.ts";
import { VersionAnswer } from "./version.ts";

export const systemRoutes = {
  getHealth: {
    method: "get",
    path: "/health",
    tags: ["system"],
    summary: "Ask whether the server is up",
    answers: { 204: null },
    errors: {},
  },
  getOpenApi: {
    method: "get",
    path: "/api/openapi.json",
    tags: ["system"],
    summary: "Get the description of every call",
    answers: { 200: z.record(z.string(), z.unknown()).meta({ description: "An OpenAPI 3.1 document." }) },
    errors: {},
  },
  getVersion: {
    method: "get",
    path: `${PRODUCT.apiPath}/version`,
    tags: ["version"],
    summary: "Get the server's version",
    answers: { 200: VersionAnswer },
    errors: {},
  },
} as const satisfies Readonly<Record<string, Route>>;
