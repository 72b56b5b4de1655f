import type { Scenario } from "./scenario.ts";

const family = "registry";
const one = { name: "default" };
const other = { name: "other" };

export const registryScenarios: readonly Scenario[] = [
  {
    family,
    title: "there is one registry, with servers",
    steps: [
      { call: "listRegistries", status: 200, says: { registries: [{ ...one, type: "default", source: "" }] } },
      { call: "addRegistry", body: { name: "mine" }, status: 501 },
      { call: "getRegistry", params: one, status: 200, says: { ...one, type: "default" } },
      { call: "getRegistry", params: other, status: 404, says: /"other"/ },
      { call: "deleteRegistry", params: one, status: 400, says: /default/ },
      { call: "deleteRegistry", params: other, status: 404, says: /"other"/ },
      { call: "listServers", params: one, status: 200 },
      { call: "listServers", params: other, status: 404, says: /"other"/ },
      {
        call: "getServer",
        params: { ...one, serverName: "osv" },
        status: 200,
        says: { is_remote: false, server: { name: "osv" } },
      },
      { call: "getServer", params: { ...one, serverName: "nobody" }, status: 404, says: /"nobody"/ },
      { call: "getServer", params: { ...other, serverName: "osv" }, status: 404, says: /"other"/ },
    ],
  },
  {
    family,
    title: "it can be read from a file instead, at once and until told otherwise",
    steps: [
      { call: "updateRegistry", params: other, body: {}, status: 404, says: /"other"/ },
      {
        call: "updateRegistry",
        params: one,
        body: { url: "https://example.com/r.json", local_path: "/r.json" },
        status: 400,
        says: /not both/,
      },
      { call: "updateRegistry", params: one, body: { url: "http://127.0.0.1:1/r.json" }, status: 400, says: /https/ },
      {
        call: "updateRegistry",
        params: one,
        body: { local_path: "/no/such/file.json" },
        status: 400,
        says: /file\.json/,
      },
      { call: "updateRegistry", params: one, body: ({ otherFile }) => ({ local_path: otherFile }), status: 400 },
      { call: "getRegistry", params: one, status: 200, says: { type: "default" } },
      {
        call: "updateRegistry",
        params: one,
        body: ({ registryFile }) => ({ local_path: registryFile }),
        status: 200,
        says: { type: "file" },
      },
      { call: "getRegistry", params: one, status: 200, says: { type: "file", version: "9.8.7", server_count: 1 } },
      {
        call: "getServer",
        params: { ...one, serverName: "walker" },
        status: 200,
        says: { server: { name: "walker" } },
      },
      { call: "getServer", params: { ...one, serverName: "osv" }, status: 404 },
      { call: "updateRegistry", params: one, body: {}, status: 200, says: { type: "default" } },
      { call: "getServer", params: { ...one, serverName: "walker" }, status: 404 },
    ],
  },
];
