import { z } from "zod";
import { pythonName, type RegistryPackage } from "./package-reference.ts";
import { isSamePython, newestPython } from "./python-version.ts";
import type { AskRegistry } from "./registry-request.ts";
import { meaningOf, type Resolution, textIn, unknownPackage, unknownVersion } from "./resolution.ts";

interface IndexFile {
  readonly filename: string;
  /** Taken back by its author, perhaps with a reason. */
  readonly yanked: boolean;
}

const JsonIndex = z.object({
  files: z.array(
    z.object({
      filename: z.string(),
      yanked: z.union([z.boolean(), z.string()]).default(false),
    }),
  ),
});

/** Which version a reference means now. @throws AppError `not_found` */
export async function resolvePython(
  reference: RegistryPackage,
  { index, ask, signal }: { index: string; ask: AskRegistry; signal: AbortSignal },
): Promise<Resolution> {
  const { name, version } = reference;
  const url = new URL(`${name}/`, index.endsWith("/") ? index : `${index}/`);
  const accept = "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1";
  const answer = await ask({ url, accept, signal });
  const text = textIn(answer);
  if (text.kind === "unreachable") return text;
  if (text.kind === "refused") throw unknownPackage(reference, text.reason);
  const isHtml = text.body.trimStart().startsWith("<");
  const listed = isHtml
    ? ({ kind: "found", body: { files: filesIn(text.body) } } as const)
    : meaningOf(answer, JsonIndex);
  if (listed.kind === "unreachable") return listed;
  if (listed.kind === "refused") throw unknownPackage(reference, listed.reason);
  const files = listed.body.files.map(({ filename, yanked }) => ({
    version: versionIn(filename, name),
    isYanked: yanked !== false,
  }));
  const offered = files.filter(({ isYanked }) => !isYanked).flatMap((file) => file.version ?? []);
  // A yanked version is had by whoever names it, and by nobody else.
  const found =
    version === undefined
      ? newestPython(offered)
      : files.flatMap((file) => file.version ?? []).find((one) => isSamePython(one, version));
  if (found === undefined) throw unknownVersion(reference, newestPython(offered));
  return { kind: "resolved", version: found };
}

/** The links of an index that speaks HTML only. */
function filesIn(html: string): IndexFile[] {
  return [...html.matchAll(/<a\s([^>]*)>\s*([^<]+?)\s*<\/a>/gi)].map(([, attributes = "", filename = ""]) => ({
    filename,
    yanked: /\bdata-yanked\b/i.test(attributes),
  }));
}

/** `mcp_server_time-1.2-py3-none-any.whl`, `mcp-server-time-1.2.tar.gz`; other files are from another age. */
function versionIn(filename: string, name: string): string | undefined {
  if (filename.endsWith(".whl")) return filename.split("-")[1];
  const stem = /^(.*)\.(?:tar\.gz|zip)$/.exec(filename)?.[1];
  if (stem === undefined || pythonName(stem.slice(0, name.length)) !== name) return undefined;
  return stem.slice(name.length + 1);
}
