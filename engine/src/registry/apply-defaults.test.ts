import { CreateWorkload } from "@toolhaven/contract/create-workload";
import { parseInput } from "@toolhaven/contract/input";
import type { ServerAnswer } from "@toolhaven/contract/registry";
import { ContainerServer, RemoteServer } from "@toolhaven/contract/registry-server";
import { describe, expect, test } from "vitest";
import { applyRegistryDefaults } from "./apply-defaults.ts";
import { BUILT_IN } from "./built-in.ts";

const asked = (fields: object = {}) => parseInput(CreateWorkload, { image: "notes", ...fields });
const container = (fields: object = {}): ServerAnswer => ({
  is_remote: false,
  server: ContainerServer.parse({ name: "notes", image: "example.test/notes:1", ...fields }),
});
const remote = (fields: object = {}): ServerAnswer => ({
  is_remote: true,
  remote_server: RemoteServer.parse({ name: "notes", url: "https://example.com/mcp", ...fields }),
});
const variable = (name: string, fields: object = {}) => ({ name, ...fields });

describe("RG-07 a request that names a container server", () => {
  test("gets everything it leaves out from the registry", () => {
    const playwright = BUILT_IN.servers["playwright"];
    expect(
      applyRegistryDefaults(asked({ name: "web" }), { is_remote: false, ...(playwright && { server: playwright }) }),
    ).toEqual({
      ...asked({ name: "web" }),
      image: "mcr.microsoft.com/playwright/mcp:v0.0.42",
      transport: "streamable-http",
      target_port: 8931,
      cmd_arguments: ["--port", "8931", "--allowed-hosts", "*"],
      permission_profile: { network: { outbound: { insecure_allow_all: true, allow_port: [443] } } },
    });
  });

  test("keeps everything it says itself", () => {
    const own = {
      name: "mine",
      transport: "sse",
      target_port: 9000,
      cmd_arguments: ["--mine"],
      env_vars: { LEVEL: "debug", OTHER: "1" },
      permission_profile: { name: "none" },
      network_isolation: false,
    };
    const server = container({
      transport: "stdio",
      target_port: 8000,
      args: ["--theirs"],
      env_vars: [variable("LEVEL", { default: "info" })],
      permissions: { network: { outbound: { insecure_allow_all: true } } },
    });
    expect(applyRegistryDefaults(asked(own), server)).toEqual({ ...asked(own), image: "example.test/notes:1" });
  });

  test("gets defaults for variables, and optional ones without are not demanded, secret or not", () => {
    const env_vars = [
      variable("LEVEL", { default: "info", required: true }),
      variable("KEY", { secret: true }),
      variable("MODE"),
      variable("EMPTY", { default: "full" }),
      variable("constructor"),
    ];
    const given = asked({ env_vars: { EMPTY: "" } });
    expect(applyRegistryDefaults(given, container({ env_vars })).env_vars).toEqual({ LEVEL: "info", EMPTY: "" });
  });

  test("must give every required variable, itself or by a secret", () => {
    const env_vars = [variable("TOKEN", { required: true, secret: true }), variable("HOST", { required: true })];
    const apply = (fields: object) => applyRegistryDefaults(asked(fields), container({ env_vars }));
    const line = `missing "env_vars": the registry's server "notes" needs "TOKEN", "HOST"; give a secret with the target "TOKEN"`;
    expect(() => apply({})).toThrow(line);
    expect(() => apply({ env_vars: { HOST: "x", TOKEN: "" } })).toThrow(
      `needs "TOKEN"; give a secret with the target "TOKEN"`,
    );
    expect(() => apply({ env_vars: { TOKEN: "x" } })).toThrow(`needs "HOST"; give it in "env_vars" or as secrets`);
    const secrets = [{ name: "github", target: "TOKEN" }];
    expect(apply({ env_vars: { HOST: "x" }, secrets })).toMatchObject({ env_vars: { HOST: "x" }, secrets });
    expect(apply({ env_vars: { HOST: "x" }, secrets }).env_vars).not.toHaveProperty("TOKEN");
  });

  test("a secret is not covered up by a default", () => {
    const env_vars = [variable("TOKEN", { default: "public" })];
    const given = asked({ secrets: [{ name: "s", target: "TOKEN" }] });
    expect(applyRegistryDefaults(given, container({ env_vars })).env_vars).toEqual({});
  });

  test("may only name tools the server has, by the names clients see", () => {
    const server = container({ tools: ["read", "write", "toString"] });
    const apply = (fields: object) => applyRegistryDefaults(asked(fields), server);
    expect(apply({ tools: ["read"] })).toMatchObject({ tools: ["read"] });
    expect(() => apply({ tools: ["delete"] })).toThrow(
      `invalid "tools": "notes" has no tool "delete"; it has "read", "write"`,
    );
    const tools_override = { read: { name: "look" } };
    expect(apply({ tools: ["look", "toString"], tools_override })).toMatchObject({ tools_override });
    expect(() => apply({ tools: ["read"], tools_override })).toThrow(`has no tool "read"; it has "look", "write"`);
    expect(() => apply({ tools_override: { erase: { name: "x" } } })).toThrow(
      `invalid "tools_override": "notes" has no tool "erase"`,
    );
  });

  test("may name any tool where the registry knows none", () => {
    const given = asked({ tools: ["any"], tools_override: { any: { description: "Any." } } });
    expect(applyRegistryDefaults(given, container()).tools).toEqual(["any"]);
  });

  test.each([
    [{ privileged: true }, "all rights of this machine"],
    [{ read: ["/etc"] }, `the mount "/etc"`],
    [{ write: ["/var/run/docker.sock"] }, `the mount "/var/run/docker.sock"`],
  ])("is not given %j of this machine on the word of a registry alone", (permissions, wish) => {
    expect(() => applyRegistryDefaults(asked(), container({ permissions }))).toThrow(
      `missing "permission_profile": the registry's server "notes" asks for ${wish}`,
    );
    const own = asked({ permission_profile: permissions });
    expect(applyRegistryDefaults(own, container({ permissions })).permission_profile).toEqual(permissions);
  });

  test.each([
    [{ image: "two words" }, `invalid "image"`],
    [{ args: ["a\0b"] }, `invalid "cmd_arguments[0]"`],
    [{ env_vars: [variable("A", { default: "\0" })] }, `invalid "env_vars.A"`],
  ])("is refused where the entry %j makes no workload", (fields, line) => {
    expect(() => applyRegistryDefaults(asked(), container(fields))).toThrow(
      `the registry's server "notes" cannot be run as asked: ${line}`,
    );
  });
});

describe("RG-07 a request that names a remote server", () => {
  test("becomes one for its address", () => {
    const headers = [{ name: "X-Region", default: "eu", choices: ["eu", "us"] }];
    const oauth_config = { issuer: "https://login.example.com" };
    const done = applyRegistryDefaults(asked(), remote({ transport: "sse", headers, oauth_config }));
    expect(done).toMatchObject({
      url: "https://example.com/mcp",
      transport: "sse",
      headers: [{ name: "X-Region", default: "eu", required: false }],
      oauth_config: { ...oauth_config, use_pkce: true, scopes: ["openid", "profile", "email"] },
    });
    expect(done.image).toBeUndefined();
  });

  test("must give every required header, by a value or by a secret", () => {
    const headers = [{ name: "X-Api-Key", required: true, secret: true }];
    const apply = (fields: object) => applyRegistryDefaults(asked(fields), remote({ headers }));
    expect(() => apply({})).toThrow(`needs "X-Api-Key"; give a secret with the target "X_API_KEY"`);
    expect(() => apply({ headers: [{ name: "x-api-key" }] })).toThrow(`needs "X-Api-Key"`);
    expect(apply({ env_vars: { X_API_KEY: "k" } })).toMatchObject({ env_vars: { X_API_KEY: "k" } });
    expect(apply({ secrets: [{ name: "s", target: "X_API_KEY" }] }).headers).toEqual([
      { ...headers[0], description: "" },
    ]);
    expect(
      apply({
        headers: [
          { name: "x-api-key", default: "k" },
          { name: "X-More", default: "m" },
        ],
      }).headers,
    ).toEqual([
      { ...headers[0], description: "", default: "k" },
      { name: "X-More", default: "m" },
    ]);
  });

  test("has every header once, however it is spelt", () => {
    const headers = [
      { name: "X-Key", default: "first" },
      { name: "x_key", default: "second" },
      { name: "Z", default: "last" },
    ];
    expect(applyRegistryDefaults(asked(), remote({ headers })).headers).toMatchObject([
      { name: "X-Key", default: "first" },
      { name: "Z" },
    ]);
    const own = asked({ headers: [{ name: "X_KEY", default: "mine" }] });
    expect(applyRegistryDefaults(own, remote({ headers })).headers).toMatchObject([
      { name: "X-Key", default: "mine" },
      { name: "Z" },
    ]);
  });

  test("may only give a header one of its choices, and is not told its own value", () => {
    const server = remote({ headers: [{ name: "X-Region", choices: ["eu", "us"] }] });
    const given = asked({ headers: [{ name: "X-Region", default: "hidden" }] });
    const refusal = (): unknown => applyRegistryDefaults(given, server);
    expect(refusal).toThrow(`"X-Region" of the registry's server "notes" must be "eu" or "us"`);
    expect(refusal).not.toThrow("hidden");
  });

  test("cannot speak stdio, and is not asked for variables, which it would never see", () => {
    expect(() => applyRegistryDefaults(asked({ transport: "stdio" }), remote())).toThrow(`invalid "transport"`);
    const env_vars = [variable("TOKEN", { required: true })];
    expect(applyRegistryDefaults(asked(), remote({ env_vars })).env_vars).toEqual({});
  });
});
