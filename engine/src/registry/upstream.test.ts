import { Registry } from "@toolhaven/contract/registry";
import { describe, expect, test } from "vitest";
import { readRegistry } from "./read-registry.ts";

const modified = "2026-01-02T03:04:05.000Z";
const read = async (value: unknown) => {
  const result = await readRegistry(JSON.stringify(value), { modified });
  expect(Registry.parse(result.registry)).toEqual(result.registry);
  return result;
};
const official = (fields: object) => ({ _meta: { "io.modelcontextprotocol.registry/official": fields } });

const weather = {
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: "io.github.user/weather",
  title: "Weather",
  description: "Says what the weather will be.",
  version: "1.2.0",
  repository: { url: "https://github.com/user/weather", source: "github" },
  websiteUrl: "https://weather.example.com",
};
const image = { registryType: "oci", identifier: "ghcr.io/user/weather:1.2.0", transport: { type: "stdio" } };
const npm = { registryType: "npm", identifier: "@user/weather", version: "1.2.0", transport: { type: "stdio" } };

/** The only container server of a list made of one document. */
async function containerOf(fields: object) {
  const { registry, leftOut } = await read({ ...weather, ...fields });
  expect(leftOut).toEqual([]);
  return registry.servers["io-github-user-weather"];
}

async function remoteOf(fields: object) {
  const { registry } = await read({ ...weather, ...fields });
  return registry.remote_servers["io-github-user-weather"];
}

describe("RG-03 server.json", () => {
  test("a document becomes a server with its facts", async () => {
    expect(await containerOf({ packages: [image] })).toEqual({
      name: "io-github-user-weather",
      description: "Says what the weather will be.",
      tier: "Community",
      status: "active",
      transport: "stdio",
      image: "ghcr.io/user/weather:1.2.0",
      repository_url: "https://github.com/user/weather",
      tools: [],
      args: [],
      env_vars: [],
      custom_metadata: {
        title: "Weather",
        version: "1.2.0",
        website_url: "https://weather.example.com",
        name: "io.github.user/weather",
      },
    });
  });

  test.each([
    ["one document", weather],
    ["an array of documents", [weather]],
    ["a list of documents", { servers: [weather] }],
    [
      "an answer of the API",
      { servers: [{ server: weather, ...official({ status: "active" }) }], metadata: { count: 1 } },
    ],
    ["a registry in two layers", { version: "2.0.0", meta: {}, data: { servers: [weather], groups: [] } }],
    ["one answer of the API", { server: weather, ...official({ isLatest: true }) }],
  ])("%s is read", async (_, value) => {
    const text = JSON.stringify(value).replaceAll(`"version":"1.2.0"`, `"packages":[${JSON.stringify(image)}]`);
    expect(Object.keys((await read(JSON.parse(text))).registry.servers)).toEqual(["io-github-user-weather"]);
  });

  test.each([
    [{ identifier: "user/weather", version: "1" }, "user/weather:1"],
    [{ identifier: "localhost:5000/weather", version: "1" }, "localhost:5000/weather:1"],
    [{ identifier: "host.test:5000/weather:2", version: "1" }, "host.test:5000/weather:2"],
    [{ identifier: "user/weather@sha256:ab", version: "1" }, "user/weather@sha256:ab"],
    [{ identifier: "user/weather", version: "sha256:ab" }, "user/weather@sha256:ab"],
    [{ identifier: "user/weather", version: "1", registryBaseUrl: "https://ghcr.io" }, "ghcr.io/user/weather:1"],
    [
      { identifier: "quay.io/user/weather", version: "1", registryBaseUrl: "https://quay.io" },
      "quay.io/user/weather:1",
    ],
    [{ identifier: "user/weather:1", registryBaseUrl: "https://docker.io" }, "user/weather:1"],
    [{ registryType: "docker", identifier: "weather" }, "weather"],
    [{ ...npm }, "npx://@user/weather@1.2.0"],
    [{ ...npm, identifier: "weather@2", registryBaseUrl: "https://registry.npmjs.org" }, "npx://weather@2"],
    [{ registryType: "pypi", identifier: "weather", version: 3 }, "uvx://weather@3"],
  ])("package %j becomes the image %s", async (fields, expected) => {
    expect(await containerOf({ packages: [{ ...image, ...fields }] })).toMatchObject({ image: expected });
  });

  test("an image is taken before a package that has to be built", async () => {
    expect(await containerOf({ packages: [npm, image] })).toMatchObject({ image: image.identifier });
  });

  test.each([
    [{ packages: [] }, "it has neither a package nor an address"],
    [
      { packages: [{ registryType: "mcpb", identifier: "https://example.com/x.mcpb" }] },
      "none of its packages can be run (mcpb)",
    ],
    [{ packages: [{ ...npm, registryBaseUrl: "https://npm.example.com" }] }, "none of its packages can be run (npm)"],
    [{ remotes: [{ type: "stdio", url: "https://example.com/mcp" }] }, "no address of it can be used"],
    [
      { remotes: [{ type: "sse", url: "https://{t}.example.com", variables: { t: {} } }] },
      "no address of it can be used",
    ],
    [{ packages: "none" }, `invalid "packages": must be a list`],
  ])("RG-04 %j is left out with its reason", async (fields, line) => {
    const other = { ...weather, name: "other", packages: [image] };
    const { registry, leftOut } = await read({ servers: [{ ...weather, ...fields }, other] });
    expect(Object.keys(registry.servers)).toEqual(["other"]);
    expect(leftOut).toEqual([expect.stringContaining(`server "io.github.user/weather": ${line}`)]);
  });

  test("an address makes a remote server, one with an answer still open only when there is no package", async () => {
    const open = { type: "sse", url: "https://{tenant}.example.com", variables: { tenant: { isRequired: true } } };
    const plain = { type: "streamable-http", url: "https://example.com/mcp" };
    expect(await remoteOf({ packages: [image], remotes: [open, plain] })).toMatchObject({
      url: plain.url,
      transport: plain.type,
    });
    expect(await containerOf({ packages: [image], remotes: [open] })).toMatchObject({ image: image.identifier });
    const known = { ...open, variables: { tenant: { default: "acme" } } };
    expect(await remoteOf({ remotes: [known] })).toMatchObject({ url: "https://acme.example.com", transport: "sse" });
  });

  test("headers and variables keep their defaults, and templates say what form a value has", async () => {
    const headers = [
      { name: "Authorization", value: "Bearer {token}", variables: { token: { isRequired: true, isSecret: true } } },
      { name: "X-Region", description: "Where.", default: "eu", choices: ["eu", "us"], isRequired: true },
      { name: "X-Region", default: "twice" },
      { name: "X-Fixed", value: "{a}-{b}-{c}", variables: { a: { value: "1" }, b: { default: 2 } } },
    ];
    const remote = await remoteOf({ remotes: [{ type: "sse", url: "https://example.com", headers }] });
    expect(remote?.headers).toEqual([
      { name: "Authorization", description: `value of the form "Bearer {token}"`, required: true, secret: true },
      { name: "X-Region", description: "Where.", required: true, secret: false, default: "eu", choices: ["eu", "us"] },
      { name: "X-Fixed", description: "", required: false, secret: false, default: "1-2-{c}" },
    ]);
    const environmentVariables = [
      { name: "KEY", description: "A key.", isSecret: true },
      { name: "DEBUG", default: true },
    ];
    expect(await containerOf({ packages: [{ ...image, environmentVariables }] })).toMatchObject({
      env_vars: [
        { name: "KEY", description: "A key.", required: false, secret: true },
        { name: "DEBUG", description: "", required: false, secret: false, default: "true" },
      ],
    });
  });

  test("arguments are those nobody has to be asked for; a hint is no value", async () => {
    const packageArguments = [
      { type: "positional", value: "serve" },
      { type: "positional", valueHint: "folder" },
      { type: "positional", value: "{root}/data", variables: { root: { default: "/srv" } } },
      { type: "positional", value: "{root}", variables: { root: {} } },
      { type: "named", name: "--port", default: 8080 },
      { type: "named", name: "--host", valueHint: "address", isRequired: true },
      { type: "named", name: "--stdio", isRequired: true },
      { type: "named", name: "--verbose" },
      { type: "named", name: "--colour", format: "boolean", value: "false" },
    ];
    expect(await containerOf({ packages: [{ ...image, packageArguments }] })).toMatchObject({
      args: ["serve", "/srv/data", "--port", "8080", "--stdio", "--colour=false"],
    });
  });

  test("a packaged server that speaks HTTP keeps its transport and the port of its address", async () => {
    const transport = {
      type: "streamable-http",
      url: "http://localhost:{port}/mcp",
      variables: { port: { default: "3001" } },
    };
    const http = { transport: "streamable-http", target_port: 3001 };
    expect(await containerOf({ packages: [{ ...image, transport }] })).toMatchObject(http);
  });

  test("what the publisher adds for registries is taken, wherever under its name it lies", async () => {
    const additions = {
      tier: "Official",
      tools: ["forecast"],
      tags: ["weather"],
      permissions: { network: { outbound: {} } },
    };
    const publisher = { "com.example.vendor": { [image.identifier]: additions } };
    const _meta = { "io.modelcontextprotocol.registry/publisher-provided": publisher };
    expect(await containerOf({ packages: [image], _meta })).toMatchObject(additions);
    expect(await containerOf({ packages: [image], "x-publisher": { "x-vendor": additions } })).toMatchObject(additions);
  });

  test("of several versions the latest counts, and a deleted server is gone", async () => {
    const version = (number: string, meta: object, name = "a") => ({
      server: { ...weather, name, version: number, packages: [{ ...image, identifier: `x:${number}` }] },
      ...official(meta),
    });
    const { registry } = await read({
      servers: [
        version("1.10.0", { updatedAt: "2026-03-01T00:00:00Z" }),
        version("1.9.0", { updatedAt: "2025-01-01T00:00:00Z" }),
        version("2.0.0", { isLatest: false }, "b"),
        version("1.0.0", { isLatest: true, status: "deprecated" }, "b"),
        version("1.0.0", { status: "deleted" }, "c"),
      ],
    });
    expect(registry.servers).toMatchObject({ a: { image: "x:1.10.0" }, b: { image: "x:1.0.0", status: "deprecated" } });
    expect(Object.keys(registry.servers)).toEqual(["a", "b"]);
    expect(registry.last_updated).toBe("2026-03-01T00:00:00.000Z");
  });

  test("the drafts with underscores are read the same", async () => {
    const draft = {
      name: "io.github.user/weather",
      description: "Says what the weather will be.",
      status: "deprecated",
      version_detail: { version: "1.2.0" },
      packages: [
        {
          registry_name: "docker",
          name: "user/weather",
          version: "1.2.0",
          package_arguments: [{ type: "positional", value: "serve", value_hint: "mode" }],
          environment_variables: [
            { name: "API_KEY", description: "A key.", is_required: true, is_secret: true },
            { name: "snake_case", value: "{my_var}", variables: { my_var: { default: "kept" } } },
          ],
        },
      ],
    };
    const { registry } = await read({ servers: [draft] });
    expect(registry.servers["io-github-user-weather"]).toMatchObject({
      image: "user/weather:1.2.0",
      status: "deprecated",
      args: ["serve"],
      custom_metadata: { version: "1.2.0" },
      env_vars: [
        { name: "API_KEY", description: "A key.", required: true, secret: true },
        { name: "snake_case", default: "kept" },
      ],
    });
    const remotes = [{ transport_type: "streamable", url: "https://example.com/mcp" }];
    expect(await remoteOf({ remotes })).toMatchObject({ transport: "streamable-http" });
  });
});
