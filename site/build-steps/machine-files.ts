import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PRODUCT } from "@toolhaven/contract/product";
import type { Settings } from "../settings.ts";
import { readPages } from "./built-pages.ts";

/** What machines look for at fixed addresses, and the list of titles that the not-found page looks into. */
export function writeMachineFiles({ url, baseUrl }: Settings): (build: string) => Promise<void> {
  const root = url + baseUrl;
  return async (build) => {
    const pages = readPages(build).filter(({ isIndexed }) => isIndexed);
    const titles = Object.fromEntries(pages.map(({ path, title }) => [baseUrl + path.slice(1), title]));
    await writeFile(join(build, "pages.json"), JSON.stringify(titles));
    await writeFile(join(build, "robots.txt"), `User-agent: *\nAllow: /\n\nSitemap: ${root}sitemap.xml\n`);
    await writeFile(
      join(build, "opensearch.xml"),
      `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>${PRODUCT.name}</ShortName>
  <Description>Search the ${PRODUCT.name} documentation</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="32" height="32" type="image/svg+xml">${root}img/favicon.svg</Image>
  <Url type="text/html" method="get" template="${root}search?q={searchTerms}"/>
</OpenSearchDescription>
`,
    );
  };
}
