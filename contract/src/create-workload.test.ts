import { describe, expect, test } from "vitest";
import { parseInput } from "./input.ts";
import { CreateWorkload, defaultTransport, UpdateWorkload } from "./create-workload.ts";
import { BulkTarget } from "./workload.ts";

const DEFAULTS = {
  proxy_mode: "streamable-http",
  proxy_port: 0,
  target_port: 0,
  host: "127.0.0.1",
  group: "default",
  cmd_arguments: [],
  env_vars: {},
  secrets: [],
  volumes: [],
  network_isolation: true,
  tools: [],
  tools_override: {},
  headers: [],
};

describe("a create request", () => {
  test("needs no more than an image; the rest has defaults, and the transport is left to the registry", () => {
    expect(parseInput(CreateWorkload, { image: "example.test/x:1" })).toEqual({
      image: "example.test/x:1",
      ...DEFAULTS,
    });
  });

  test("takes every field of the specification as it is spelt there", () => {
    const full = {
      name: "notes",
      image: "example.test/notes:1",
      transport: "sse",
      proxy_mode: "sse",
      proxy_port: 21_000,
      target_port: 8080,
      host: "0.0.0.0",
      group: "web research",
      cmd_arguments: ["--verbose", ""],
      env_vars: { LANG: "en", EMPTY: "" },
      secrets: [{ name: "op://vault/item/field", target: "TOKEN" }],
      volumes: ["/home/me/notes:/notes:ro"],
      network_isolation: false,
      permission_profile: {
        name: "mine",
        read: ["/a"],
        write: ["/b:/c"],
        privileged: false,
        network: { outbound: { allow_host: [".example.com"], allow_port: [443], insecure_allow_all: false } },
      },
      tools: ["read"],
      tools_override: { read_file: { name: "read", description: "Reads." } },
      headers: [{ name: "X-Api-Key", description: "Key", required: true, secret: true, default: "x", choices: ["x"] }],
      oauth_config: {
        issuer: "https://id.example.com",
        authorize_url: "https://id.example.com/a",
        token_url: "https://id.example.com/t",
        client_id: "me",
        client_secret: { name: "oauth", target: "client_secret" },
        scopes: ["read"],
        use_pkce: false,
        oauth_params: { prompt: "login" },
        callback_port: 8666,
        skip_browser: true,
      },
      oidc: {
        issuer: "https://id.example.com",
        audience: "notes",
        client_id: "me",
        client_secret: "s",
        jwks_url: "https://id.example.com/jwks",
        introspection_url: "https://id.example.com/introspect",
      },
      authz_config: "/etc/authz.json",
    };
    expect(parseInput(CreateWorkload, { ...full, unknown: { x: 1 } })).toEqual(full);
  });

  test("for an address ignores the image", () => {
    const request = parseInput(CreateWorkload, { url: "https://example.com/mcp", image: "x" });
    expect(request).toMatchObject({ url: "https://example.com/mcp", image: undefined });
    expect([defaultTransport(request), defaultTransport({})]).toEqual(["streamable-http", "stdio"]);
  });

  test("may write the transport all lower or all upper case", () => {
    expect(parseInput(CreateWorkload, { image: "x", transport: "STREAMABLE-HTTP" }).transport).toBe("streamable-http");
  });

  test.each([
    [{}, /^give "image" .* or "url" /],
    [{ image: "", url: null }, /^give "image" .* or "url" /],
    [{ name: "" }, /^invalid "name": must not be empty$/],
    [{ name: 7 }, /^invalid "name": must be a string$/],
    [{ name: "a b" }, /^invalid "name": "a b" holds a character that is not allowed/],
    [{ name: "a\u202e\u0007b" }, /^invalid "name": "a b" holds a character that is not allowed/],
    [{ image: "a b" }, /^invalid "image": must be an image reference/],
    [{ url: "example.com" }, /^invalid "url": must be an http or https URL/],
    [{ url: "file:///etc/passwd" }, /^invalid "url": must be an http or https URL/],
    [{ url: "https://user:hunter2@example.com" }, /^invalid "url": must not hold a user name or password$/],
    [{ url: "https://example.com", transport: "stdio" }, /^invalid "transport": a remote server speaks/],
    [{ transport: "Sse" }, /^invalid "transport": "Sse" is not a transport; use "stdio", "sse" or "streamable-http"$/],
    [{ transport: "inspector" }, /^invalid "transport": "inspector" cannot be created/],
    [{ proxy_mode: "SSE" }, /^invalid "proxy_mode": must be "sse" or "streamable-http"$/],
    [{ proxy_port: -1 }, /^invalid "proxy_port": must be between 1 and 65535, or 0 to pick a free one$/],
    [{ proxy_port: 65_536 }, /^invalid "proxy_port": must be between 1 and 65535, or 0 to pick a free one$/],
    [{ proxy_port: "80" }, /^invalid "proxy_port": must be a whole number between 1 and 65535/],
    [{ target_port: 1.5 }, /^invalid "target_port": must be a whole number between 1 and 65535/],
    [{ host: "http://x" }, /^invalid "host": must be an address to listen on/],
    [{ group: "Web" }, /^invalid "group": "Web" has upper-case letters/],
    [{ cmd_arguments: "-x" }, /^invalid "cmd_arguments": must be a list$/],
    [{ env_vars: ["A=b"] }, /^invalid "env_vars": must be an object$/],
    [{ env_vars: { "A-B": "x" } }, /^invalid "env_vars": "A-B" is not a variable name/],
    [{ env_vars: { A: "hunter2\0" } }, /^invalid "env_vars.A": must not hold a NUL character$/],
    [{ secrets: ["a,target=B"] }, /^invalid "secrets\[0\]": must be an object$/],
    [{ secrets: [{ name: "a,b", target: "B" }] }, /^invalid "secrets\[0\].name": must not hold a comma/],
    [{ secrets: [{ name: "a", target: "1B" }] }, /^invalid "secrets\[0\].target": "1B" is not a variable name/],
    [{ volumes: ["/a:/b", "/a:/b:/c"] }, /^invalid "volumes\[1\]": "\/a:\/b:\/c" has too many parts/],
    [{ network_isolation: "no" }, /^invalid "network_isolation": must be true or false$/],
    [
      { permission_profile: { network: { outbound: { allow_host: ["https://example.com"] } } } },
      /allow_host\[0\]": "https:\/\/example.com" is not a host/,
    ],
    [{ permission_profile: { network: { outbound: { allow_port: [0] } } } }, /allow_port\[0\]": must be between 1 and/],
    [{ permission_profile: { read: ["a:b"] } }, /^invalid "permission_profile.read\[0\]": /],
    [{ tools: [""] }, /^invalid "tools\[0\]": must be a tool's name/],
    [{ tools_override: { a: { name: "", description: "" } } }, /^invalid "tools_override.a": give "name", "desc/],
    [{ headers: [{ name: "X Y" }] }, /^invalid "headers\[0\].name": "X Y" is not a header name$/],
    [{ headers: [{ name: "transfer-ENCODING" }] }, /set by the proxy itself/],
    [{ headers: [{ name: "X-A", default: "a\r\nHost: b" }] }, /^invalid "headers\[0\].default": must not hold line br/],
    [{ oauth_config: { authorize_url: "https://a.b" } }, /^invalid "oauth_config": give both "authorize_url" and/],
    [{ oidc: { issuer: "id.example.com" } }, /^invalid "oidc.issuer": must be an http or https URL/],
  ])("%j is refused in one line that names the field", (fields, line) => {
    const base = "image" in fields || "url" in fields || Object.keys(fields).length === 0 ? {} : { image: "x" };
    const refusal = () => parseInput(CreateWorkload, { ...base, ...fields });
    expect(refusal).toThrow(line);
    expect(refusal).not.toThrow("hunter2");
  });
});

const loginOf = (oauth_config: object) => parseInput(CreateWorkload, { url: "https://a.b", oauth_config }).oauth_config;

test("a login with an issuer asks for the usual scopes, unless it names its own", () => {
  expect(loginOf({ issuer: "https://id.a.b" })?.scopes).toEqual(["openid", "profile", "email"]);
  expect(loginOf({ issuer: "https://id.a.b", scopes: [] })?.scopes).toEqual(["openid", "profile", "email"]);
  expect(loginOf({ issuer: "https://id.a.b", scopes: ["x"] })?.scopes).toEqual(["x"]);
  expect(loginOf({})).toEqual({ use_pkce: true, callback_port: 0, skip_browser: false });
});

test("an update ignores a name, whatever it is", () => {
  expect(parseInput(UpdateWorkload, { image: "x", name: 7 })).toEqual({ image: "x", ...DEFAULTS });
});

describe("a bulk target", () => {
  test.each([
    [{ names: ["a", "b"] }, { names: ["a", "b"] }],
    [{ group: "web" }, { group: "web" }],
    [{ names: ["a"], group: null }, { names: ["a"] }],
    [{ names: ["a"], group: "" }, { names: ["a"] }],
    [{ names: [], group: "web" }, { group: "web" }],
  ])("%j means %j", (body, target) => {
    expect(parseInput(BulkTarget, body)).toEqual(target);
  });

  test.each([
    [{ names: ["a"], group: "web" }, `give either "names" or "group", not both`],
    [{}, `give "names" or "group"`],
    [{ names: [] }, `give "names" or "group"`],
    [{ names: null, group: "" }, `give "names" or "group"`],
    [{ names: ["a", "../b"] }, `invalid "names[1]": "../b" holds a character`],
    [{ names: "a" }, `invalid "names": must be a list`],
    [{ group: "Web" }, `invalid "group": "Web" has upper-case letters`],
    [["a"], `invalid input: must be an object`],
  ])("%j is refused", (body, line) => {
    expect(() => parseInput(BulkTarget, body)).toThrow(line);
  });
});
