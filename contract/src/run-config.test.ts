import { expect, test } from "vitest";
import { parseInput } from "./input.ts";
import { RunConfig } from "./run-config.ts";

const minimal = { schema_version: "v0.1.0", name: "notes", transport: "stdio", host: "127.0.0.1", port: 21_000 };

test("parts that other writers capitalise are read, and come out as documented", () => {
  const config = parseInput(RunConfig, {
    ...minimal,
    remote_auth_config: {
      ClientID: "me",
      AuthorizeURL: "https://a.b/authorize",
      OAuthParams: { prompt: "login" },
      Timeout: 300_000_000_000,
      SkipBrowser: true,
    },
    oidc_config: { JWKSURL: "https://a.b/jwks", CACertPath: "/ca.pem", AllowPrivateIP: true },
    ignore_config: { LoadGlobal: true, printOverlays: false },
  });
  expect(config).toEqual({
    ...minimal,
    remote_auth_config: {
      clientID: "me",
      authorizeURL: "https://a.b/authorize",
      oauthParams: { prompt: "login" },
      timeout: "300000000000ns",
      skipBrowser: true,
    },
    oidc_config: { jwksurl: "https://a.b/jwks", cacertPath: "/ca.pem", allowPrivateIP: true },
    ignore_config: { loadGlobal: true, printOverlays: false },
  });
});

test.each([
  [{ schema_version: "v9" }, `invalid "schema_version": must be "v0.1.0"`],
  [{ secrets: ["token"] }, `invalid "secrets[0]": must be "NAME,target=VARIABLE"`],
  [{ volumes: ["/a:b"] }, `invalid "volumes[0]": `],
  [{ env_vars: { "A B": "x" } }, `invalid "env_vars": "A B" is not a variable name`],
  [{ telemetry_config: { samplingRate: 1.1 } }, `"telemetry_config.samplingRate": must be between 0.0 and 1.0`],
  [{ audit_config: { max_data_size: -1 } }, `"audit_config.max_data_size": must be 0 or more bytes`],
  [{ authz_config: { version: "1", type: "rego", cedar: { policies: ["x"] } } }, `must be "cedarv1"`],
  [{ authz_config: { version: "1", type: "cedarv1", cedar: { policies: [] } } }, "must hold at least one policy"],
  [{ remote_auth_config: { timeout: "soon" } }, "must be a duration"],
])("a document with %j is refused", (fields, line) => {
  expect(() => parseInput(RunConfig, { ...minimal, ...fields })).toThrow(line);
});
