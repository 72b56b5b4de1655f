import { z } from "zod";
import { GroupName } from "./group.ts";
import { PRODUCT } from "./product.ts";
import { QueryFlag, queryOf, type Route } from "./route.ts";
import { RunConfig } from "./run-config.ts";
import { CreateWorkload, UpdateWorkload } from "./create-workload.ts";
import { BulkTarget, CreatedWorkload, WorkloadDetails, WorkloadList, WorkloadStatusAnswer } from "./workload.ts";
import { WorkloadName } from "./workload-name.ts";

const BAD_NAME = "The name breaks the rules.";
const UNKNOWN = "There is no such workload.";
const NO_ENGINE = "No container engine answers.";
const UNFINISHED = "The request asks for something this version cannot do yet.";

const params = z.object({ name: WorkloadName.describe("The workload's name.") });

const onOne = { method: "post", tags: ["workloads"], params, answers: { 202: null } } as const;
const onOneErrors = { 400: BAD_NAME, 404: UNKNOWN, 503: NO_ENGINE } as const;

const onMany = { method: "post", tags: ["workloads"], body: BulkTarget, answers: { 202: null } } as const;
const onManyErrors = {
  400: "Neither names nor a group are given, or both, or a name breaks the rules.",
  404: "One of the workloads, or the group, does not exist; nothing was done.",
  503: NO_ENGINE,
} as const;

export const workloadRoutes = {
  listWorkloads: {
    method: "get",
    path: `${PRODUCT.apiPath}/workloads`,
    tags: ["workloads"],
    summary: "List workloads",
    description: "Sorted by name. Running ones only, unless all are asked for.",
    query: queryOf({
      all: QueryFlag.meta({
        type: "boolean",
        default: false,
        description: "Include workloads that do not run. Only `true` means yes.",
      }),
      group: GroupName.optional().describe("Only the workloads of this group."),
    }),
    answers: { 200: WorkloadList },
    errors: { 400: "The group's name breaks the rules.", 404: "There is no such group." },
  },
  createWorkload: {
    method: "post",
    path: `${PRODUCT.apiPath}/workloads`,
    tags: ["workloads"],
    summary: "Create and start a workload",
    description: "Answers once the request is checked and kept; the status says when the workload runs.",
    body: CreateWorkload,
    answers: { 201: CreatedWorkload },
    errors: {
      400: "A field breaks the rules; the line names it.",
      404: "The group or the image does not exist.",
      409: "A workload of that name exists.",
      501: UNFINISHED,
      503: NO_ENGINE,
    },
  },
  getWorkload: {
    method: "get",
    path: `${PRODUCT.apiPath}/workloads/{name}`,
    tags: ["workloads"],
    summary: "Get a workload",
    params,
    answers: { 200: WorkloadDetails },
    errors: { 400: BAD_NAME, 404: UNKNOWN },
  },
  deleteWorkload: {
    ...onOne,
    method: "delete",
    path: `${PRODUCT.apiPath}/workloads/{name}`,
    summary: "Delete a workload",
    errors: onOneErrors,
  },
  editWorkload: {
    method: "post",
    path: `${PRODUCT.apiPath}/workloads/{name}/edit`,
    tags: ["workloads"],
    summary: "Replace the configuration of a workload",
    description: "Not a merge: what is left out goes back to its default, except the proxy's port, which is kept.",
    params,
    body: UpdateWorkload,
    answers: { 200: CreatedWorkload },
    errors: {
      400: "A field breaks the rules; the line names it.",
      404: "The workload, the group or the image does not exist.",
      501: UNFINISHED,
      503: NO_ENGINE,
    },
  },
  stopWorkload: {
    ...onOne,
    path: `${PRODUCT.apiPath}/workloads/{name}/stop`,
    summary: "Stop a workload",
    errors: onOneErrors,
  },
  restartWorkload: {
    ...onOne,
    path: `${PRODUCT.apiPath}/workloads/{name}/restart`,
    summary: "Restart a workload",
    description: "Starts a stopped one. The address clients use stays the same.",
    errors: onOneErrors,
  },
  exportWorkload: {
    method: "get",
    path: `${PRODUCT.apiPath}/workloads/{name}/export`,
    tags: ["workloads"],
    summary: "Export a workload as a document",
    params,
    answers: { 200: RunConfig },
    errors: { 400: BAD_NAME, 404: UNKNOWN },
  },
  getWorkloadLogs: {
    method: "get",
    path: `${PRODUCT.apiPath}/workloads/{name}/logs`,
    tags: ["logs"],
    summary: "Get the last lines a workload wrote",
    description: "At most 100 lines of the container's output and errors, as written.",
    params,
    answers: { 200: "text" },
    errors: { 400: BAD_NAME, 404: "There is no such workload, or it is remote and has no container.", 503: NO_ENGINE },
  },
  getWorkloadStatus: {
    method: "get",
    path: `${PRODUCT.apiPath}/workloads/{name}/status`,
    tags: ["workloads"],
    summary: "Get the status of a workload",
    params,
    answers: { 200: WorkloadStatusAnswer },
    errors: { 400: BAD_NAME, 404: UNKNOWN },
  },
  stopWorkloads: {
    ...onMany,
    path: `${PRODUCT.apiPath}/workloads/stop`,
    summary: "Stop several workloads",
    errors: onManyErrors,
  },
  restartWorkloads: {
    ...onMany,
    path: `${PRODUCT.apiPath}/workloads/restart`,
    summary: "Restart several workloads",
    errors: onManyErrors,
  },
  deleteWorkloads: {
    ...onMany,
    path: `${PRODUCT.apiPath}/workloads/delete`,
    summary: "Delete several workloads",
    errors: onManyErrors,
  },
} as const satisfies Readonly<Record<string, Route>>;
