import type { ClientType } from "@toolhaven/contract/client-type";

/** What we know of one client application, for one home folder on one platform. */
export interface ClientFacts {
  readonly type: ClientType;
  /** As its makers write it. */
  readonly title: string;
  /** The settings file it reads. */
  readonly file: string;
  /** JSON may have comments and trailing commas. */
  readonly format: "json" | "yaml";
  /** The key that holds its MCP servers; one flat key, also where it has a dot. */
  readonly topKey: string;
  readonly urlKey: "url" | "serverUrl" | "uri";
  /** What it calls each way to speak MCP over HTTP. */
  readonly typeWords: Readonly<Record<ClientMode, string>>;
  /** What its settings want in every entry besides name, type and address. */
  readonly constants?: Readonly<Record<string, unknown>>;
  /** Installed means: the file's folder exists, or the file itself does. */
  readonly installedBy: "folder" | "file";
}

export type ClientMode = "streamable-http" | "sse";
export type Platform = "linux" | "darwin" | "win32";

export interface Machine {
  /** The home folder, without a separator at its end. */
  readonly home: string;
  readonly platform: Platform;
}

/** Every client application we can write settings of, in the order of all lists. */
export function clientCatalogue({ home, platform }: Machine): readonly ClientFacts[] {
  const separator = platform === "win32" ? "\\" : "/";
  return ROWS.map(({ folder, path, ...facts }) => {
    const below = typeof folder === "string" ? folder : folder[platform];
    return { ...facts, file: [home, below, path].filter(Boolean).join("/").replaceAll("/", separator) };
  });
}

/** Below the home folder. The places are the applications' own: none of them asks `XDG_CONFIG_HOME`. */
type Folder = string | Readonly<Record<Platform, string>>;

interface Row extends Omit<ClientFacts, "file"> {
  readonly folder: Folder;
  readonly path: string;
}

const APPLICATIONS: Folder = { linux: ".config", darwin: "Library/Application Support", win32: "AppData/Roaming" };
const CONFIG: Folder = { linux: ".config", darwin: ".config", win32: "AppData/Roaming" };

const SSE = { sse: "sse" } as const;
const USUAL = {
  folder: APPLICATIONS,
  format: "json",
  topKey: "mcpServers",
  urlKey: "url",
  typeWords: { ...SSE, "streamable-http": "http" },
  installedBy: "folder",
} as const satisfies Partial<Row>;
const IN_HOME = { ...USUAL, folder: "" } as const;
/** Amp keeps its servers among the settings of the editor it runs in. */
const AMP = { ...USUAL, topKey: "amp.mcpServers" } as const;

const ROWS: readonly Row[] = [
  {
    ...USUAL,
    type: "RooCode",
    title: "Roo Code",
    path: "Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
    typeWords: { ...SSE, "streamable-http": "streamable-http" },
  },
  {
    ...USUAL,
    type: "Cline",
    title: "Cline",
    path: "Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
    typeWords: { ...SSE, "streamable-http": "streamableHttp" },
  },
  {
    ...USUAL,
    type: "VSCodeInsider",
    title: "VS Code Insiders",
    path: "Code - Insiders/User/mcp.json",
    topKey: "servers",
  },
  { ...USUAL, type: "VSCode", title: "VS Code", path: "Code/User/mcp.json", topKey: "servers" },
  { ...IN_HOME, type: "Cursor", title: "Cursor", path: ".cursor/mcp.json" },
  { ...IN_HOME, type: "ClaudeCode", title: "Claude Code", path: ".claude.json", installedBy: "file" },
  {
    ...IN_HOME,
    type: "Windsurf",
    title: "Windsurf",
    path: ".codeium/windsurf/mcp_config.json",
    urlKey: "serverUrl",
  },
  {
    ...IN_HOME,
    type: "WindsurfJetBrains",
    title: "Windsurf for JetBrains",
    path: ".codeium/mcp_config.json",
    urlKey: "serverUrl",
  },
  { ...AMP, type: "AmpCli", title: "Amp", folder: CONFIG, path: "amp/settings.json" },
  { ...AMP, type: "AmpVSCode", title: "Amp in VS Code", path: "Code/User/settings.json" },
  { ...AMP, type: "AmpVSCodeInsider", title: "Amp in VS Code Insiders", path: "Code - Insiders/User/settings.json" },
  { ...AMP, type: "AmpCursor", title: "Amp in Cursor", path: "Cursor/User/settings.json" },
  { ...AMP, type: "AmpWindsurf", title: "Amp in Windsurf", path: "Windsurf/User/settings.json" },
  { ...IN_HOME, type: "LMStudio", title: "LM Studio", path: ".lmstudio/mcp.json" },
  {
    type: "Goose",
    title: "Goose",
    folder: { linux: ".config", darwin: ".config", win32: "AppData/Block" },
    path: "goose/config.yaml",
    format: "yaml",
    topKey: "extensions",
    urlKey: "uri",
    typeWords: { ...SSE, "streamable-http": "streamable_http" },
    /** `timeout` is in seconds. */
    constants: { enabled: true, timeout: 60 },
    installedBy: "folder",
  },
];
