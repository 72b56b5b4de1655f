import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "../settings.ts";

/** Adds to every page what is known only after the build: the name of the font file, to be loaded with the page. */
export function preloadFont({ baseUrl }: Settings): (build: string) => Promise<void> {
  return async (build) => {
    const font = readdirSync(join(build, "assets"), { recursive: true, encoding: "utf8" }).find((name) =>
      name.endsWith(".woff2"),
    );
    if (font === undefined) throw new Error("the build has no font");
    const tag = `<link rel="preload" href="${baseUrl}assets/${font.replaceAll("\\", "/")}" as="font" type="font/woff2" crossorigin>`;
    for (const file of htmlFiles(build)) {
      const html = await readFile(file, "utf8");
      await writeFile(
        file,
        html.replace(/<link rel="?stylesheet/, (sheet) => tag + sheet),
      );
    }
  };
}

/**
 * Writes the headers of every answer: for our own server as JSON, for static hosts as `_headers`. The only scripts
 * that may run are files of the site and those that stand in its pages, by their hashes. `asked` are origins that
 * scripts of the site may ask.
 */
export function writeHeaders({ analytics }: Settings, asked: readonly string[] = []): (build: string) => Promise<void> {
  return async (build) => {
    const hashes = new Set<string>();
    for (const file of htmlFiles(build)) {
      for (const script of inlineScripts(await readFile(file, "utf8"))) {
        hashes.add(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
      }
    }
    const others = [
      ...(analytics.insights?.startsWith("http") ? [new URL(analytics.insights).origin] : []),
      ...(analytics.tagManager ? ["https://www.googletagmanager.com"] : []),
    ];
    const policy = [
      "default-src 'none'",
      ["script-src 'self'", ...hashes, ...others].join(" "),
      "style-src 'self'",
      // Columns of tables and long lists say their alignment and size in attributes.
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data:",
      "font-src 'self'",
      ["connect-src 'self'", ...asked, ...others].join(" "),
      "worker-src 'self'",
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ];
    const headers = {
      "content-security-policy": policy.join("; "),
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "permissions-policy": "camera=(), geolocation=(), microphone=()",
      "cross-origin-opener-policy": "same-origin",
    };
    await writeFile(join(build, "headers.json"), JSON.stringify(headers, null, 2));
    const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
    const cache = "/assets/*\n  cache-control: public, max-age=31536000, immutable\n";
    await writeFile(join(build, "_headers"), `/*\n${lines.join("\n")}\n${cache}`);
  };
}

/** Scripts that a browser would run; data blocks such as JSON-LD it does not. */
function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?<attributes>[^>]*)>(?<text>[\s\S]*?)<\/script>/g)]
    .filter(({ groups }) => !/\b(?:src|type)=/.test(groups?.["attributes"] ?? ""))
    .map(({ groups }) => groups?.["text"] ?? "");
}

function htmlFiles(build: string): string[] {
  return readdirSync(build, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".html"))
    .map((name) => join(build, name));
}
