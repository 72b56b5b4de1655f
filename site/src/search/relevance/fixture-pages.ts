import { readFileSync } from "node:fs";
import { join } from "node:path";
import { COMMANDS, commandSlug } from "../../../routes.ts";
import { anchorOf } from "../engine/index-file.ts";
import type { PageRecord } from "../engine/page-record.ts";

const CRUMBS: Readonly<Record<string, readonly string[]>> = {
  concepts: ["Concepts"],
  tutorials: ["Tutorials"],
  "guides-cli": ["Guides: CLI"],
  "guides-k8s": ["Guides: Kubernetes"],
  "guides-mcp": ["Guides: MCP servers"],
  "guides-ui": ["Guides: desktop UI"],
  reference: ["Reference"],
  "reference/cli": ["Reference", "CLI commands"],
};

/** Short pages for every address of the site: the engine is judged by them wherever a page is not written yet. */
export function fixturePages(): PageRecord[] {
  return [...guides(), ...commands()];
}

export function recordOf(
  page: string,
  rest: Pick<PageRecord, "title" | "sections"> & { keywords?: string },
): PageRecord {
  const folder = page.slice(0, Math.max(0, page.lastIndexOf("/")));
  const url = `/toolhaven/${page.replace(/(^|\/)index$/, "$1")}`;
  return { url, crumbs: CRUMBS[folder] ?? [], tag: "docs-default-current", keywords: "", ...rest };
}

function guides(): PageRecord[] {
  return read("corpus.md")
    .split(/^# /m)
    .slice(1)
    .map((source) => {
      const [head = "", ...parts] = source.split(/^## /m);
      const [names = "", ...text] = head.split("\n");
      const [page = "", title = ""] = names.split(" | ");
      const sections = parts.map((part) => {
        const [heading = "", ...lines] = part.split("\n");
        return { heading, anchor: anchorOf(heading), text: lines.join("\n").trim() };
      });
      return recordOf(page, {
        title,
        sections: [{ heading: "", anchor: "", text: text.join("\n").trim() }, ...sections],
      });
    });
}

function commands(): PageRecord[] {
  const lines = new Map(
    read("commands.md")
      .trim()
      .split("\n")
      .map((line) => line.split(": ", 2) as [string, string]),
  );
  return COMMANDS.map((words) => {
    const title = ["thv", ...words].join(" ");
    const [summary = "", flags = ""] = (lines.get(title) ?? otelLine(words.at(-1) ?? "")).split(" | ");
    const flagSections = flags
      .split(" ")
      .filter(Boolean)
      .map((flag) => ({ heading: flag, anchor: flag.replace(/^--/, ""), text: `${flag} of ${title}` }));
    return recordOf(`reference/cli/${commandSlug(words)}`, {
      title,
      sections: [
        { heading: "", anchor: "", text: `${summary}. ${title} [flags]` },
        { heading: "Flags", anchor: "flags", text: flags },
        ...flagSections,
      ],
    });
  });
}

function otelLine(name: string): string {
  const [verb = "", ...noun] = name.split("-");
  return `${verb} the default ${noun.join(" ")} of OpenTelemetry for all servers`;
}

function read(file: string): string {
  return readFileSync(join(import.meta.dirname, file), "utf8");
}
