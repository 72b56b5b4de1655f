import { describe, expect, test } from "vitest";
import { parseInput } from "./input.ts";
import { Registry, RegistryDocument, registryFrom, UpdateRegistry } from "./registry.ts";

const container = {
  description: "Runs queries against a database.",
  image: "example.test/database:1",
  tier: "Community",
  status: "Active",
  transport: "stdio",
  tools: ["query"],
};

const remote = {
  description: "Searches the web elsewhere.",
  url: "https://example.com/mcp",
  tier: "Official",
  status: "deprecated",
  transport: "sse",
  tools: ["search"],
};

const document = (fields: object = {}) => ({
  version: "1.0.0",
  last_updated: "2025-10-13T00:18:49Z",
  servers: { database: container },
  ...fields,
});

describe("a registry document", () => {
  test("gives every server its key as its name, in groups too", () => {
    const group = { name: "data", description: "Everything about data.", servers: { database: container } };
    const read = registryFrom(
      parseInput(RegistryDocument, document({ remote_servers: { search: remote }, groups: [group] })),
    );
    expect(read.servers["database"]).toMatchObject({ name: "database", status: "active" });
    expect(read.remote_servers["search"]).toMatchObject({ name: "search", status: "deprecated" });
    expect(read.groups).toMatchObject([{ servers: { database: { name: "database" } }, remote_servers: {} }]);
    expect(Registry.parse(read)).toEqual(read);
  });

  test("may leave out what is not needed to run a server", () => {
    const read = parseInput(
      RegistryDocument,
      document({ servers: { db: { image: "x:1" } }, remote_servers: { web: { url: "https://example.com/mcp" } } }),
    );
    const shared = { description: "", tier: "Community", status: "active", tools: [] };
    expect(read.servers["db"]).toEqual({ ...shared, image: "x:1", transport: "stdio" });
    expect(read.remote_servers?.["web"]).toMatchObject({ ...shared, transport: "streamable-http" });
  });

  test("may name tools and tags twice and headers with an underscore", () => {
    const twice = { ...remote, tools: ["a", "a", "b.c"], tags: ["C++", "C++"], headers: [{ name: "API_KEY" }] };
    expect(parseInput(RegistryDocument, document({ remote_servers: { search: twice } }))).toMatchObject({
      remote_servers: {
        search: {
          tools: ["a", "b.c"],
          tags: ["C++"],
          headers: [{ name: "API_KEY", required: false, description: "" }],
        },
      },
    });
  });

  test("keeps what we do not know, and takes null for absent", () => {
    const server = { ...container, provenance: null, novel: { deep: [1] }, permissions: { network: { inbound: 1 } } };
    const read = parseInput(RegistryDocument, document({ $schema: "x", servers: { database: server } }));
    expect(read).toMatchObject({
      $schema: "x",
      servers: { database: { novel: { deep: [1] }, permissions: { network: { inbound: 1 } } } },
    });
    expect(read.servers["database"]).not.toHaveProperty("provenance");
  });

  test.each([
    [{ servers: undefined }, `invalid "servers": missing; must be an object`],
    [{ version: "one" }, `invalid "version": must be a version, such as "1.0.0"`],
    [{ last_updated: "yesterday" }, `invalid "last_updated": must be a time`],
    [{ servers: { "Data Base": container } }, `invalid "servers": must be lower-case letters`],
    [{ servers: { "-database": container } }, `invalid "servers": must be lower-case letters`],
    [{ servers: { database: { ...container, image: undefined } } }, `"servers.database.image": missing`],
    [{ servers: { database: { ...container, tier: "official" } } }, `must be "Official" or "Community"`],
    [{ servers: { database: { ...container, target_port: 0 } } }, "must be between 1 and 65535"],
    [{ remote_servers: { search: { ...remote, transport: "stdio" } } }, `must be "sse" or "streamable-http"`],
  ])("with %j is refused", (fields, line) => {
    expect(() => parseInput(RegistryDocument, document(fields))).toThrow(line);
  });
});

describe("a registry update", () => {
  test.each([
    [{ url: "https://example.com/r.json" }, { url: "https://example.com/r.json", allow_private_ip: false }],
    [
      { url: "http://10.0.0.1/r.json", allow_private_ip: true },
      { url: "http://10.0.0.1/r.json", allow_private_ip: true },
    ],
    [
      { local_path: "/r.JSON", url: null },
      { local_path: "/r.JSON", allow_private_ip: false },
    ],
    [{}, { allow_private_ip: false }],
  ])("%j is accepted", (body, update) => {
    expect(parseInput(UpdateRegistry, body)).toEqual(update);
  });

  test.each([
    [{ url: "https://example.com", local_path: "/r.json" }, `give either "url" or "local_path", not both`],
    [{ url: "http://example.com/r.json" }, `invalid "url": must be https, unless "allow_private_ip" is true`],
    [{ url: "" }, `invalid "url": must be an http or https URL`],
    [{ local_path: "" }, `invalid "local_path": must be the path of a ".json" file`],
    [{ local_path: "/etc/passwd" }, `invalid "local_path": must be the path of a ".json" file`],
  ])("%j is refused", (body, line) => {
    expect(() => parseInput(UpdateRegistry, body)).toThrow(line);
  });
});
