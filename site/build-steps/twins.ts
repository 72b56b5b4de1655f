import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PRODUCT } from "@toolhaven/contract/product";
import type { Settings } from "../settings.ts";
import { twinOf } from "../twin.ts";
import { type BuiltPage, readPages } from "./built-pages.ts";
import { pageToMarkdown } from "./markdown.ts";

/** Pages that make no sense as text. */
const WITHOUT_TWIN = new Set(["/search", "/theme-preview"]);

/** Order of the sections in the list; a page belongs to the first whose path it starts with. */
const SECTIONS: readonly (readonly [title: string, path: string])[] = [
  ["CLI guides", "guides-cli/"],
  ["Desktop UI guides", "guides-ui/"],
  ["Kubernetes Operator guides", "guides-k8s/"],
  ["MCP server guides", "guides-mcp"],
  ["Concepts", "concepts"],
  ["Tutorials", "tutorials"],
  ["Commands", "reference/cli/"],
  ["Reference", "reference/"],
];

/** Writes every page as Markdown beside itself, the list of them for agents, and all of them as one text. */
export function writeTwins({ linkOrigin, baseUrl }: Settings): (build: string) => Promise<void> {
  const root = linkOrigin + baseUrl.replace(/\/$/, "");
  return async (build) => {
    const pages = readPages(build).filter(({ path }) => !WITHOUT_TWIN.has(path));
    const paths = new Set(pages.map(({ path }) => path.replace(/\/$/, "")));
    const isPage = (path: string): boolean => path.startsWith("/") && paths.has(path.replace(/\/$/, ""));
    const texts = new Map(pages.map((page) => [page, pageToMarkdown(page.html, isPage, linkOrigin)]));
    for (const [{ path }, text] of texts) await write(join(build, twinOf(path)), `${pointer(root)}\n${text}`);
    await write(join(build, "llms.txt"), list(pages, root));
    const full = [...texts].map(([{ path }, text]) => `<!-- ${path} -->\n\n${text}`);
    await write(join(build, "llms-full.txt"), `# ${PRODUCT.name}\n\n> ${PRODUCT.tagline}\n\n${full.join("\n\n")}`);
  };
}

function pointer(root: string): string {
  return `> All pages are listed in [/llms.txt](${root}/llms.txt). Each is Markdown at its address with \`.md\`.\n`;
}

function list(pages: readonly BuiltPage[], root: string): string {
  const sections = new Map<string, BuiltPage[]>([
    ["Start", []],
    ...SECTIONS.map(([title]): [string, BuiltPage[]] => [title, []]),
  ]);
  for (const page of pages) sections.get(sectionOf(page.path))?.push(page);
  const parts = [...sections].map(([title, its]) => {
    const lines = its.map((page) => `- [${page.title}](${root}${twinOf(page.path)}): ${page.description}`);
    return `## ${title}\n\n${lines.join("\n")}`;
  });
  return `# ${PRODUCT.name}\n\n> ${PRODUCT.tagline}: run MCP servers in isolated containers and use them from every AI client.\n\nEvery page is Markdown at its address with \`.md\`. All of them in one file: [llms-full.txt](${root}/llms-full.txt).\n\n${parts.join("\n\n")}\n`;
}

function sectionOf(path: string): string {
  const below = path.slice(PRODUCT.docsPath.length);
  return SECTIONS.find(([, start]) => below.startsWith(start))?.[0] ?? "Start";
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
