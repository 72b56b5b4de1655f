import { createHash } from "node:crypto";
import type * as Mermaid from "beautiful-mermaid";
import { load } from "./load.ts";

/**
 * Draws a mermaid source as SVG without colours, fonts or scripts of its own: the style sheet gives it those of the
 * mode. Throws what the parser says when the source is not understood.
 */
export async function drawDiagram(source: string): Promise<string> {
  const { renderMermaidSVG } = await load<typeof Mermaid>("beautiful-mermaid");
  const id = createHash("sha256").update(source).digest("hex").slice(0, 6);
  return renderMermaidSVG(source, { padding: 8, nodeSpacing: 28, layerSpacing: 44, font: "inherit" })
    .replace(/<style>[\s\S]*?<\/style>/g, "")
    .replace(/ style="[^"]*"/g, "")
    .replace(/ data-[\w-]+="[^"]*"/g, "")
    .replace(/ xmlns="[^"]*"/, ' aria-hidden="true"')
    .replace(/\b(id="|url\(#)([\w-]+)/g, `$1d${id}-$2`)
    .replace(/\d+\.\d{2,}/g, (number) => String(Math.round(Number(number) * 10) / 10))
    .replace(/>\s+</g, "><")
    .trim();
}
