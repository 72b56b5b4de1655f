import { FIXTURES } from "@toolhaven/fixtures/images";
import type { Scenario } from "./scenario.ts";

const family = "secrets";
const key = "op://walk/a key";
const badKey = { key: "a\nb" };

/** The password comes from the server's environment, so that no keyring is needed. */
export const secretScenarios: readonly Scenario[] = [
  {
    family,
    title: "nothing can be kept before a provider is chosen",
    steps: [
      { call: "getSecretsProvider", status: 404, says: /set up/ },
      { call: "listSecrets", status: 404, says: /set up/ },
      { call: "createSecret", body: { key, value: "v" }, status: 404, says: /set up/ },
      { call: "updateSecret", params: { key }, body: { value: "v" }, status: 404, says: /set up/ },
      { call: "deleteSecret", params: { key }, status: 404, says: /set up/ },
      { call: "setUpSecrets", body: {}, status: 400, says: /"provider_type"/ },
      { call: "setUpSecrets", body: { provider_type: "vault" }, status: 400, says: /encrypted/ },
    ],
  },
  {
    family,
    title: "a secret is kept, changed and removed, and never shown",
    steps: [
      { call: "setUpSecrets", body: { provider_type: "encrypted" }, status: 201, says: { provider_type: "encrypted" } },
      { call: "getSecretsProvider", status: 200, says: { name: "default", capabilities: { can_write: true } } },
      { call: "createSecret", body: { key, value: "first" }, status: 201, says: { key } },
      { call: "createSecret", body: { key, value: "second" }, status: 409, says: /exists/ },
      { call: "createSecret", body: { key: "", value: "v" }, status: 400, says: /"key"/ },
      { call: "createSecret", body: { key: "k", value: "" }, status: 400, says: /"value"/ },
      { call: "listSecrets", status: 200, says: { keys: [{ key }] } },
      { call: "updateSecret", params: { key }, body: { value: "third" }, status: 200, says: { key } },
      { call: "updateSecret", params: { key }, body: {}, status: 400, says: /"value"/ },
      { call: "updateSecret", params: { key: "nothing" }, body: { value: "v" }, status: 404, says: /"nothing"/ },
      { call: "deleteSecret", params: badKey, status: 400, says: /"key"/ },
      {
        call: "createWorkload",
        body: { name: "no", image: FIXTURES.everything, secrets: [{ name: "nothing", target: "T" }] },
        status: 400,
        says: /"nothing"/,
      },
      { call: "deleteSecret", params: { key }, status: 204 },
      { call: "deleteSecret", params: { key }, status: 404 },
      { call: "listSecrets", status: 200, says: { keys: [] } },
    ],
  },
  {
    family,
    title: "a provider that keeps nothing refuses to",
    steps: [
      { call: "setUpSecrets", body: { provider_type: "none" }, status: 201 },
      { call: "createSecret", body: { key, value: "v" }, status: 405, says: /none/ },
      { call: "updateSecret", params: { key }, body: { value: "v" }, status: 405, says: /none/ },
      { call: "deleteSecret", params: { key }, status: 405, says: /none/ },
      { call: "listSecrets", status: 200, says: { keys: [] } },
    ],
  },
];
