import type { Scenario } from "./scenario.ts";

const family = "clients";
const cursor = { name: "Cursor", groups: ["default"] };

/** The server's HOME is a folder of its own, so that nobody's settings are touched. */
export const clientScenarios: readonly Scenario[] = [
  {
    family,
    title: "one client is registered, once per group, and unregistered",
    steps: [
      { call: "discoverClients", status: 200 },
      { call: "listClients", status: 200, says: [] },
      { call: "registerClient", body: { name: "cursor" }, status: 200, says: cursor },
      { call: "registerClient", body: { name: "CURSOR", groups: ["default"] }, status: 200, says: cursor },
      { call: "listClients", status: 200, says: [cursor] },
      { call: "getGroup", params: { name: "default" }, status: 200, says: { registered_clients: ["Cursor"] } },
      { call: "registerClient", body: { name: "emacs" }, status: 400, says: /"emacs"/ },
      { call: "registerClient", body: { name: "cursor", groups: ["nowhere"] }, status: 404, says: /"nowhere"/ },
      {
        call: "unregisterClientFromGroup",
        params: { name: "cursor", group: "nowhere" },
        status: 404,
        says: /"nowhere"/,
      },
      { call: "unregisterClientFromGroup", params: { name: "emacs", group: "default" }, status: 400, says: /"emacs"/ },
      { call: "unregisterClientFromGroup", params: { name: "cursor", group: "default" }, status: 204 },
      { call: "unregisterClientFromGroup", params: { name: "cursor", group: "default" }, status: 404 },
      { call: "unregisterClient", params: { name: "emacs" }, status: 400, says: /"emacs"/ },
      { call: "unregisterClient", params: { name: "cursor" }, status: 204 },
      { call: "listClients", status: 200, says: [] },
    ],
  },
  {
    family,
    title: "several clients are registered and unregistered together",
    steps: [
      { call: "registerClients", body: { names: [] }, status: 400, says: /"names"/ },
      { call: "registerClients", body: { names: ["vscode", "emacs"] }, status: 400, says: /"emacs"/ },
      { call: "registerClients", body: { names: ["vscode"], groups: ["nowhere"] }, status: 404, says: /"nowhere"/ },
      { call: "listClients", status: 200, says: [] },
      { call: "registerClients", body: { names: ["vscode", "claude-code"] }, status: 200 },
      { call: "listClients", status: 200, says: [{ name: "ClaudeCode" }, { name: "VSCode" }] },
      { call: "unregisterClients", body: { names: [] }, status: 400, says: /"names"/ },
      { call: "unregisterClients", body: { names: ["vscode"], groups: ["nowhere"] }, status: 404, says: /"nowhere"/ },
      { call: "unregisterClients", body: { names: ["vscode", "claude-code"] }, status: 204 },
      { call: "unregisterClients", body: { names: ["vscode"] }, status: 204 },
      { call: "listClients", status: 200, says: [] },
    ],
  },
];
