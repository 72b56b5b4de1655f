import { FIXTURES } from "@toolhaven/fixtures/images";
import type { Scenario, Step } from "./scenario.ts";

const family = "workloads";
const image = FIXTURES.everything;
const walk = { name: "walk" };

const ON_ONE = [
  "getWorkload",
  "getWorkloadStatus",
  "getWorkloadLogs",
  "exportWorkload",
  "stopWorkload",
  "restartWorkload",
  "deleteWorkload",
] as const;
const ON_MANY = ["stopWorkloads", "restartWorkloads", "deleteWorkloads"] as const;

export const workloadScenarios: readonly Scenario[] = [
  {
    family,
    title: "what does not exist or breaks the rules is refused",
    steps: [
      { call: "listWorkloads", status: 200, says: { workloads: [] } },
      { call: "listWorkloads", query: { group: "Not Good" }, status: 400, says: /group/ },
      { call: "listWorkloads", query: { group: "nowhere" }, status: 404, says: /"nowhere"/ },
      ...ON_ONE.flatMap((call): Step[] => [
        { call, params: { name: "nobody" }, status: 404, says: /"nobody"/ },
        { call, params: { name: "a b" }, status: 400, says: /"name"/ },
        { call, params: { name: "../x" }, status: 400, says: /"name"/ },
      ]),
      ...ON_MANY.flatMap((call): Step[] => [
        { call, body: {}, status: 400, says: /"names".*"group"/ },
        { call, body: { names: ["walk"], group: "default" }, status: 400, says: /not both/ },
        { call, body: { names: ["nobody"] }, status: 404, says: /"nobody"/ },
        { call, body: { group: "nowhere" }, status: 404, says: /"nowhere"/ },
      ]),
      { call: "createWorkload", body: walk, status: 400, says: /"image".*"url"/ },
      { call: "createWorkload", body: { ...walk, image, group: "nowhere" }, status: 404, says: /"nowhere"/ },
      { call: "createWorkload", body: { ...walk, image: "thv-fixture/no-such:1" }, status: 404, says: /no-such/ },
      { call: "editWorkload", params: { name: "nobody" }, body: { image }, status: 404, says: /"nobody"/ },
      { call: "editWorkload", params: { name: "a b" }, body: { image }, status: 400, says: /"name"/ },
    ],
  },
  {
    family,
    title: "a workload is made, looked at, changed, stopped, started and removed",
    steps: [
      { call: "createWorkload", body: { ...walk, image, env_vars: { WALK: "1" } }, status: 201, says: walk },
      { call: "createWorkload", body: { ...walk, image }, status: 409, says: /"walk"/ },
      {
        after: { ...walk, status: "running" },
        call: "listWorkloads",
        status: 200,
        says: { workloads: [{ ...walk, status: "running", tool_type: "mcp" }] },
      },
      { call: "listWorkloads", query: { group: "default" }, status: 200, says: { workloads: [walk] } },
      { call: "getWorkload", params: walk, status: 200, says: { ...walk, image, env_vars: { WALK: "1" } } },
      { call: "getWorkloadStatus", params: walk, status: 200, says: { status: "running" } },
      { call: "getWorkloadLogs", params: walk, status: 200 },
      {
        call: "exportWorkload",
        params: walk,
        status: 200,
        says: { ...walk, schema_version: "v0.1.0", transport: "stdio" },
      },
      { call: "editWorkload", params: walk, body: {}, status: 400, says: /"image".*"url"/ },
      { call: "editWorkload", params: walk, body: { image, env_vars: { WALK: "2" } }, status: 200, says: walk },
      { after: { ...walk, status: "running" }, call: "stopWorkload", params: walk, status: 202 },
      { after: { ...walk, status: "stopped" }, call: "stopWorkload", params: walk, status: 202 },
      { call: "listWorkloads", status: 200, says: { workloads: [] } },
      {
        call: "listWorkloads",
        query: { all: "true" },
        status: 200,
        says: { workloads: [{ ...walk, status: "stopped" }] },
      },
      { call: "restartWorkload", params: walk, status: 202 },
      { after: { ...walk, status: "running" }, call: "deleteWorkload", params: walk, status: 202 },
      { after: { ...walk, status: "gone" }, call: "deleteWorkload", params: walk, status: 404 },
    ],
  },
  {
    family,
    title: "many are stopped, started and removed by name or by group",
    steps: [
      { call: "createWorkload", body: { ...walk, image }, status: 201 },
      { after: { ...walk, status: "running" }, call: "stopWorkloads", body: { names: ["walk"] }, status: 202 },
      { after: { ...walk, status: "stopped" }, call: "restartWorkloads", body: { group: "default" }, status: 202 },
      { after: { ...walk, status: "running" }, call: "deleteWorkloads", body: { names: ["walk"] }, status: 202 },
      { after: { ...walk, status: "gone" }, call: "deleteWorkloads", body: { group: "default" }, status: 202 },
    ],
  },
];
