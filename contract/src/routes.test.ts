import { describe, expect, test } from "vitest";
import type { AnswerBody, Call, Route } from "./route.ts";
import { errorsOf, successStatusOf } from "./route.ts";
import { type Handlers, type OperationId, ROUTES, type Routes } from "./routes.ts";
import type { CreateWorkload } from "./create-workload.ts";
import type { BulkTarget, WorkloadList } from "./workload.ts";
import type { WorkloadName } from "./workload-name.ts";

/** The calls as the specification lists them: method, path, success, documented failures. */
const SPECIFIED = `
  GET    /health                                      204
  GET    /api/openapi.json                            200
  GET    /api/v1beta/version                          200
  GET    /api/v1beta/clients                          200
  POST   /api/v1beta/clients                          200  400 404
  DELETE /api/v1beta/clients/{name}                   204  400
  DELETE /api/v1beta/clients/{name}/groups/{group}    204  400 404
  POST   /api/v1beta/clients/register                 200  400
  POST   /api/v1beta/clients/unregister               204  400
  GET    /api/v1beta/discovery/clients                200
  GET    /api/v1beta/groups                           200  500
  POST   /api/v1beta/groups                           201  400 409 500
  GET    /api/v1beta/groups/{name}                    200  404
  DELETE /api/v1beta/groups/{name}                    204  400 404 500
  GET    /api/v1beta/registry                         200
  POST   /api/v1beta/registry                         -    501
  GET    /api/v1beta/registry/{name}                  200  404
  PUT    /api/v1beta/registry/{name}                  200  400 404
  DELETE /api/v1beta/registry/{name}                  -    400 404
  GET    /api/v1beta/registry/{name}/servers          200  404
  GET    /api/v1beta/registry/{name}/servers/{serverName}  200  404
  POST   /api/v1beta/secrets                          201  400 500
  GET    /api/v1beta/secrets/default                  200  404 500
  GET    /api/v1beta/secrets/default/keys             200  404 405 500
  POST   /api/v1beta/secrets/default/keys             201  400 404 405 409 500
  PUT    /api/v1beta/secrets/default/keys/{key}       200  400 404 405 500
  DELETE /api/v1beta/secrets/default/keys/{key}       204  404 405 500
  GET    /api/v1beta/workloads                        200  400 404
  POST   /api/v1beta/workloads                        201  400 409 503
  GET    /api/v1beta/workloads/{name}                 200  404
  DELETE /api/v1beta/workloads/{name}                 202  400 404
  POST   /api/v1beta/workloads/{name}/edit            200  400 404
  POST   /api/v1beta/workloads/{name}/stop            202  400 404
  POST   /api/v1beta/workloads/{name}/restart         202  400 404
  GET    /api/v1beta/workloads/{name}/export          200  404
  GET    /api/v1beta/workloads/{name}/logs            200  404
  GET    /api/v1beta/workloads/{name}/status          200  404
  POST   /api/v1beta/workloads/stop                   202  400
  POST   /api/v1beta/workloads/restart                202  400
  POST   /api/v1beta/workloads/delete                 202  400
`
  .trim()
  .split("\n")
  .map((line) => {
    const [method = "", path = "", success = "", ...failures] = line.trim().split(/\s+/);
    return { call: `${method} ${path}`, success: success === "-" ? undefined : Number(success), failures };
  });

const routes: ReadonlyArray<readonly [string, Route]> = Object.entries(ROUTES);
const callOf = ({ method, path }: Route): string => `${method.toUpperCase()} ${path}`;

describe("the route table", () => {
  test("holds every specified call and no other", () => {
    expect(routes.map(([, route]) => callOf(route)).toSorted()).toEqual(SPECIFIED.map(({ call }) => call).toSorted());
  });

  test.each(SPECIFIED)("$call answers as specified", ({ call, success, failures }) => {
    const [, route] = routes.find(([, candidate]) => callOf(candidate) === call)!;
    expect(successStatusOf(route)).toBe(success);
    expect([...errorsOf(route).keys()].map(String)).toEqual(expect.arrayContaining(failures));
    expect(errorsOf(route).has(413)).toBe(route.body !== undefined);
  });

  test.each(routes)("%s has a parameter for every variable part of its path", (_id, { path, params }) => {
    expect(Object.keys(params?.shape ?? {})).toEqual(path.match(/(?<=\{)\w+/g) ?? []);
  });

  test("reads flags as true only for the text true", () => {
    const { query } = ROUTES.listWorkloads;
    expect(query.parse({ all: "true" })).toEqual({ all: true });
    for (const all of ["TRUE", "1", "", undefined]) expect(query.parse({ all })).toEqual({ all: false });
    expect(ROUTES.listWorkloads.query.parse({ group: "" })).toEqual({ all: false });
    expect(ROUTES.deleteGroup.query.parse({ "with-workloads": "true" })).toEqual({ "with-workloads": true });
  });
});

/** What the compiler knows of a call; this function is never run. */
export function handlersAreTyped(handlers: Handlers, handle: <Id extends OperationId>(id: Id) => Call<Routes[Id]>) {
  const created: CreateWorkload = handle("createWorkload").body;
  const target: BulkTarget = handle("stopWorkloads").body;
  const name: WorkloadName = handle("getWorkload").params.name;
  const all: boolean = handle("listWorkloads").query.all;
  const none: undefined = handle("listGroups").params;
  const list: AnswerBody<Routes["listWorkloads"]> = { workloads: [] } satisfies WorkloadList;
  const logs: Promise<string> | string = handlers.getWorkloadLogs(handle("getWorkloadLogs"));
  // @ts-expect-error the version call has no body
  const body: string = handle("getVersion").body.name;
  // @ts-expect-error a call that always fails has nothing to answer with
  const never: AnswerBody<Routes["addRegistry"]> = {};
  return { created, target, name, all, none, list, logs, body, never };
}
