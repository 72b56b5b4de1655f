import { type ClientFacts, type ClientMode, type Platform, clientCatalogue } from "@toolhaven/engine/clients/catalogue";
import { entryFor } from "@toolhaven/engine/clients/entry";
import { fence, inlineCode, table } from "./mdx.ts";

const MADE = "{/* Made by scripts/generate-cli-pages.ts from engine/src/clients/catalogue.ts: change it there. */}";
const PLATFORMS: ReadonlyArray<readonly [platform: Platform, title: string, home: string]> = [
  ["darwin", "macOS", "~"],
  ["win32", "Windows", "%USERPROFILE%"],
  ["linux", "Linux", "~"],
];
const MODES = ["streamable-http", "sse"] as const satisfies readonly ClientMode[];
const EXAMPLE = { name: "fetch", url: "http://127.0.0.1:43121/mcp", mode: "streamable-http" } as const;

/** What the page about clients says of each of them: its name here, its files, its keys and its words. */
export function clientFilesPartial(): string {
  const catalogues = new Map(
    PLATFORMS.map(([platform, , home]) => [platform, clientCatalogue({ home, platform })] as const),
  );
  const clients = catalogues.get("linux")!;
  const shape = ({ title, type, format, topKey, urlKey, typeWords }: ClientFacts): string[] => [
    title,
    inlineCode(type),
    format === "yaml" ? "YAML" : "JSON",
    inlineCode(topKey),
    inlineCode(urlKey),
    MODES.map((mode) => inlineCode(typeWords[mode])).join(" "),
  ];
  const files = PLATFORMS.map(([platform, title]) => {
    const rows = catalogues.get(platform)!.map((client) => [client.title, inlineCode(client.file)]);
    return `  <TabItem value="${title.toLowerCase()}" label="${title}">\n\n${table(["Client", "File"], rows)}\n\n  </TabItem>`;
  });
  return [
    `${MADE}\n`,
    "## Clients\n",
    `<div className="clients">\n\n${table(["Client", "Name", "Format", "Servers under", "Address in", "Type"], clients.map(shape))}\n\n</div>\n`,
    "The name is what `thv client register` takes. An entry's type says how the server speaks: the first word stands for streamable HTTP, the second for SSE.",
    "",
    "## Settings files\n",
    `<Tabs groupId="os" queryString>\n${files.join("\n")}\n</Tabs>`,
    "",
    "## What an entry looks like\n",
    ...shapesOf(clients).flatMap(([sample, titles]) => [
      `${titles.join(", ")}:\n`,
      fence(sample.format, settingsOf(sample)),
      "",
    ]),
  ].join("\n");
}

/** Clients that write the same are shown once. */
function shapesOf(clients: readonly ClientFacts[]): Array<readonly [sample: ClientFacts, titles: string[]]> {
  const shapes = new Map<string, readonly [ClientFacts, string[]]>();
  for (const client of clients) {
    const settings = settingsOf(client);
    const known = shapes.get(settings);
    if (known) known[1].push(client.title);
    else shapes.set(settings, [client, [client.title]]);
  }
  return [...shapes.values()];
}

function settingsOf(client: ClientFacts): string {
  const entry = entryFor(client, EXAMPLE);
  if (client.format === "json") {
    const fields = Object.entries(entry).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
    const line = `    ${JSON.stringify(EXAMPLE.name)}: { ${fields.join(", ")} }`;
    return ["{", `  ${JSON.stringify(client.topKey)}: {`, line, "  }", "}"].join("\n");
  }
  const lines = Object.entries(entry).map(([key, value]) => `    ${key}: ${String(value)}`);
  return [`${client.topKey}:`, `  ${EXAMPLE.name}:`, ...lines].join("\n");
}
