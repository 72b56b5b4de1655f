import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

export interface BuiltPage {
  /** `/toolhaven/faq`; pages of folders end with a slash only where their canonical address does. */
  readonly path: string;
  readonly file: string;
  readonly html: string;
  /** Without the name of the site. */
  readonly title: string;
  readonly description: string;
  readonly isIndexed: boolean;
}

/** All pages of a build, in the order of their addresses, the not-found page left out. */
export function readPages(build: string): BuiltPage[] {
  return readdirSync(build, { recursive: true, encoding: "utf8" })
    .filter((name) => /(?:^|[\\/])index\.html$/.test(name))
    .toSorted()
    .map((name) => {
      const file = join(build, name);
      const html = readFileSync(file, "utf8");
      const address = `/${name.split(sep).slice(0, -1).join("/")}`;
      const canonical = /<link [^>]*rel="canonical" href="([^"]+)"/.exec(html)?.[1];
      return {
        path: canonical?.endsWith("/") && address !== "/" ? `${address}/` : address,
        file,
        html,
        title: unescape(/<title[^>]*>([^<]*)<\/title>/.exec(html)?.[1] ?? "").replace(/ \| [^|]+$/, ""),
        description: unescape(/<meta [^>]*name="description" content="([^"]*)"/.exec(html)?.[1] ?? ""),
        isIndexed: !/<meta [^>]*name="robots" content="noindex/.test(html),
      };
    });
}

function unescape(text: string): string {
  const names: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };
  return text.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => names[name] ?? "");
}
