import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { PRODUCT } from "@toolhaven/contract/product";
import { PLANNED, type PlannedPage } from "./planned.ts";
import { PAGES } from "./routes.ts";

/** Where written pages are, and where the stubs of planned ones are put; both hold a folder `toolhaven`. */
export const ROOTS = { written: "docs", planned: ".planned" } as const;

export const site = dirname(fileURLToPath(import.meta.url));
const plannedPages = new Set(PLANNED.map(({ page }) => page));

/** Id of a page as the docs plugin knows it. */
export function docId(page: string): string {
  return `${plannedPages.has(page) ? ROOTS.planned : ROOTS.written}/${PRODUCT.prefix}/${page}`;
}

/** The address of a source file; undefined for files that are no page. */
export function slugOf(file: string): string | undefined {
  for (const root of Object.values(ROOTS)) {
    const path = relative(join(site, root), file);
    if (path.startsWith("..") || /(?:^|\/)_/.test(path)) continue;
    return `/${path.replace(/\.mdx?$/, "").replace(/(^|\/)index$/, "$1")}`;
  }
  return undefined;
}

/** Writes the stubs anew. Throws when a page is both written and planned, neither, or at no address of the site. */
export function preparePages(): void {
  const written = new Set(writtenPages());
  const problems = problemsOf({ written, planned: plannedPages });
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const wanted = new Map(PLANNED.map((page) => [join(site, ROOTS.planned, PRODUCT.prefix, `${page.page}.mdx`), page]));
  for (const stub of filesIn(join(site, ROOTS.planned))) if (!wanted.has(stub)) rmSync(stub);
  for (const [file, page] of wanted) writeStub(file, page);
  // What the engine generates is CommonJS, whatever this package says of itself.
  writeIfChanged(join(site, ".docusaurus/package.json"), "{}\n");
}

/** One line for each page that is wrong, and how to mend it. */
export function problemsOf(content: { written: ReadonlySet<string>; planned: ReadonlySet<string> }): string[] {
  const { written, planned } = content;
  return [
    ...PAGES.filter((page) => written.has(page) && planned.has(page)).map(
      (page) => `page "${page}" is written: remove it from planned.ts`,
    ),
    ...PAGES.filter((page) => !written.has(page) && !planned.has(page)).map(
      (page) => `page "${page}" is missing: write it or add it to planned.ts`,
    ),
    ...[...written, ...planned]
      .filter((page) => !PAGES.includes(page))
      .map((page) => `page "${page}" has no address: add it to routes.ts and sidebars.ts`),
  ];
}

function writtenPages(): string[] {
  const folder = join(site, ROOTS.written, PRODUCT.prefix);
  return filesIn(folder)
    .map((file) => relative(folder, file))
    .filter((path) => /\.mdx?$/.test(path) && !/(?:^|\/)_/.test(path))
    .map((path) => path.replace(/\.mdx?$/, ""));
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

function writeStub(file: string, { title, will }: PlannedPage): void {
  const lines = [
    "---",
    `title: ${JSON.stringify(title)}`,
    `description: ${JSON.stringify(`Planned: it will ${will}.`)}`,
  ];
  const stub = [
    ...lines,
    "planned: true",
    "---",
    "",
    `<Planned>This page is planned: it will ${will}.</Planned>`,
    "",
  ].join("\n");
  writeIfChanged(file, stub);
}

/** Time stamps stay as they are, and with them what the bundler has cached. */
function writeIfChanged(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
