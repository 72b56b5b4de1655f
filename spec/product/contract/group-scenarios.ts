import { FIXTURES } from "@toolhaven/fixtures/images";
import type { Scenario } from "./scenario.ts";

const family = "groups";
const image = FIXTURES.everything;
const group = "web research";

export const groupScenarios: readonly Scenario[] = [
  {
    family,
    title: "a group is made once, read and removed once; the default one stays",
    steps: [
      { call: "listGroups", status: 200, says: { groups: [{ name: "default", registered_clients: [] }] } },
      { call: "createGroup", body: { name: group }, status: 201, says: { name: group } },
      { call: "createGroup", body: { name: group }, status: 409, says: /"web research"/ },
      { call: "createGroup", body: { name: "Upper" }, status: 400, says: /lower case/ },
      { call: "createGroup", body: {}, status: 400, says: /"name"/ },
      { call: "listGroups", status: 200, says: { groups: [{ name: "default" }, { name: group }] } },
      { call: "getGroup", params: { name: group }, status: 200, says: { name: group, registered_clients: [] } },
      { call: "getGroup", params: { name: "nowhere" }, status: 404, says: /"nowhere"/ },
      { call: "getGroup", params: { name: "a  b" }, status: 400, says: /"name"/ },
      { call: "deleteGroup", params: { name: "default" }, status: 400, says: /default/ },
      { call: "deleteGroup", params: { name: "Upper" }, status: 400, says: /"name"/ },
      { call: "deleteGroup", params: { name: group }, status: 204 },
      { call: "deleteGroup", params: { name: group }, status: 404, says: /"web research"/ },
    ],
  },
  {
    family,
    title: "the workloads of a group that goes move to the default group, or go with it",
    steps: [
      { call: "createGroup", body: { name: "g1" }, status: 201 },
      { call: "createWorkload", body: { name: "mover", image, group: "g1" }, status: 201 },
      { after: { name: "mover", status: "running" }, call: "deleteGroup", params: { name: "g1" }, status: 204 },
      { call: "getWorkload", params: { name: "mover" }, status: 200, says: { group: "default" } },
      { call: "createGroup", body: { name: "g2" }, status: 201 },
      { call: "editWorkload", params: { name: "mover" }, body: { image, group: "g2" }, status: 200 },
      {
        after: { name: "mover", group: "g2" },
        call: "listWorkloads",
        query: { group: "g2", all: "true" },
        status: 200,
        says: { workloads: [{ name: "mover" }] },
      },
      { call: "deleteGroup", params: { name: "g2" }, query: { "with-workloads": "true" }, status: 204 },
      {
        after: { name: "mover", status: "gone" },
        call: "listWorkloads",
        query: { all: "true" },
        status: 200,
        says: { workloads: [] },
      },
    ],
  },
];
