import { PRODUCT } from "@toolhaven/contract/product";
import { GENERATED_INDEXES, PAGES } from "../routes.ts";
import { readPages } from "./built-pages.ts";

/** Every address of the site, without slashes at the end. */
export const ADDRESSES: readonly string[] = [
  "/",
  "/search",
  "/theme-preview",
  ...[...PAGES, ...GENERATED_INDEXES].map((page) =>
    `${PRODUCT.docsPath}${page}`.replace(/(?:^|\/)index$/, "").replace(/\/$/, ""),
  ),
];

/** Throws when an address has no page, a page has no address, or one has no title, description or heading. */
export async function checkRoutes(build: string): Promise<void> {
  const pages = new Map(readPages(build).map((page) => [page.path === "/" ? "/" : page.path.replace(/\/$/, ""), page]));
  const problems = [
    ...ADDRESSES.filter((address) => !pages.has(address)).map((address) => `"${address}" was not built`),
    ...[...pages.keys()].filter((path) => !ADDRESSES.includes(path)).map((path) => `"${path}" is not in routes.ts`),
    ...[...pages].flatMap(([path, { title, description, html }]) => [
      ...(title ? [] : [`"${path}" has no title`]),
      ...(description ? [] : [`"${path}" has no description`]),
      ...((html.match(/<h1[ >]/g) ?? []).length === 1 ? [] : [`"${path}" does not have exactly one first heading`]),
    ]),
  ];
  if (problems.length > 0) throw new Error(problems.join("\n"));
}
