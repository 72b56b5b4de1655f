import { join } from "node:path";
import { buildSync } from "esbuild";
import { site } from "../content.ts";

export interface EarlyScripts {
  /** For the head: sets what the first paint depends on. */
  readonly head: string;
  /** For the end of the page: answers taps from then on. */
  readonly end: string;
}

/** The scripts that stand inside every page, small enough to cost less there than as a file of their own. */
export function buildEarlyScripts(announcementId: string): EarlyScripts {
  return { head: bundle("head.ts", announcementId), end: bundle("main.ts", announcementId) };
}

function bundle(file: string, announcementId: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(site, "src/early", file)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    legalComments: "none",
    define: { ANNOUNCEMENT_ID: JSON.stringify(announcementId) },
  });
  // The HTML parser ends a script at the first such tag, also inside of a string.
  return outputFiles[0]?.text.trim().replaceAll("</script", "<\\/script") ?? "";
}
