import { ClientType } from "@toolhaven/contract/client-type";
import { expect, test } from "vitest";
import { clientCatalogue, type Platform } from "./catalogue.ts";
import { entryFor } from "./entry.ts";

/** The table of the API specification: file below the home folder, top key, key of the address, words for the modes. */
const TABLE: ReadonlyArray<readonly [ClientType, string, string, string, string, string]> = [
  [
    "RooCode",
    "<P>/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
    "mcpServers",
    "url",
    "sse",
    "streamable-http",
  ],
  [
    "Cline",
    "<P>/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
    "mcpServers",
    "url",
    "sse",
    "streamableHttp",
  ],
  ["VSCodeInsider", "<P>/Code - Insiders/User/mcp.json", "servers", "url", "sse", "http"],
  ["VSCode", "<P>/Code/User/mcp.json", "servers", "url", "sse", "http"],
  ["Cursor", ".cursor/mcp.json", "mcpServers", "url", "sse", "http"],
  ["ClaudeCode", ".claude.json", "mcpServers", "url", "sse", "http"],
  ["Windsurf", ".codeium/windsurf/mcp_config.json", "mcpServers", "serverUrl", "sse", "http"],
  ["WindsurfJetBrains", ".codeium/mcp_config.json", "mcpServers", "serverUrl", "sse", "http"],
  ["AmpCli", "<C>/amp/settings.json", "amp.mcpServers", "url", "sse", "http"],
  ["AmpVSCode", "<P>/Code/User/settings.json", "amp.mcpServers", "url", "sse", "http"],
  ["AmpVSCodeInsider", "<P>/Code - Insiders/User/settings.json", "amp.mcpServers", "url", "sse", "http"],
  ["AmpCursor", "<P>/Cursor/User/settings.json", "amp.mcpServers", "url", "sse", "http"],
  ["AmpWindsurf", "<P>/Windsurf/User/settings.json", "amp.mcpServers", "url", "sse", "http"],
  ["LMStudio", ".lmstudio/mcp.json", "mcpServers", "url", "sse", "http"],
  ["Goose", "<G>/goose/config.yaml", "extensions", "uri", "sse", "streamable_http"],
];

const FOLDERS: Readonly<Record<Platform, Readonly<Record<string, string>>>> = {
  linux: { "<P>": ".config", "<C>": ".config", "<G>": ".config" },
  darwin: { "<P>": "Library/Application Support", "<C>": ".config", "<G>": ".config" },
  win32: { "<P>": "AppData/Roaming", "<C>": "AppData/Roaming", "<G>": "AppData/Block" },
};

test.each(["linux", "darwin", "win32"] as const)(
  "CL-12 on %s every client has its file, keys and words",
  (platform) => {
    const separator = platform === "win32" ? "\\" : "/";
    const expected = TABLE.map(([type, path, ...rest]) => {
      const below = path.replace(/^<.>/, (folder) => FOLDERS[platform][folder]!);
      return [type, ["HOME", ...below.split("/")].join(separator), ...rest];
    });
    const catalogue = clientCatalogue({ home: "HOME", platform });

    expect(
      catalogue.map(({ type, file, topKey, urlKey, typeWords }) => [
        type,
        file,
        topKey,
        urlKey,
        typeWords.sse,
        typeWords["streamable-http"],
      ]),
    ).toEqual(expected);
  },
);

test("CL-12 every client type of the API is in the table once", () => {
  const types = clientCatalogue({ home: "", platform: "linux" }).map(({ type }) => type);
  expect(types.toSorted()).toEqual(ClientType.options.toSorted());
});

test("CL-12 an entry holds an address and its type, and what Goose wants besides", () => {
  const [goose, cursor, windsurf] = (["Goose", "Cursor", "Windsurf"] as const).map((wanted) => {
    const facts = clientCatalogue({ home: "", platform: "linux" }).find(({ type }) => type === wanted)!;
    return entryFor(facts, { name: "fetch", url: "http://u.test/mcp", mode: "streamable-http" });
  });

  expect(cursor).toEqual({ url: "http://u.test/mcp", type: "http" });
  expect(windsurf).toEqual({ serverUrl: "http://u.test/mcp", type: "http" });
  expect(goose).toEqual({
    name: "fetch",
    enabled: true,
    type: "streamable_http",
    uri: "http://u.test/mcp",
    timeout: 60,
  });
});
