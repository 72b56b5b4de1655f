import { openApiDocument } from "@toolhaven/contract/openapi";
import { readApi } from "./document.ts";
import { apiPage } from "./page.ts";

export interface ApiContent {
  /** The page below its introduction. */
  readonly html: string;
  /** The description for programs. */
  readonly document: string;
}

/** What the site says of the API; `script` stands inside of the page. */
export function apiContent({ version, script }: { version: string; script: string }): ApiContent {
  const document = `${JSON.stringify(openApiDocument({ version }), null, 2)}\n`;
  return { html: apiPage(readApi(version), script), document };
}
