import type { StaticFile } from "./files.ts";

export interface Question {
  readonly method: string;
  /** Path and query, as in the request line. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

export interface SiteFiles {
  readonly files: ReadonlyMap<string, StaticFile>;
  /** Headers of every answer, from the build (`headers.json`). */
  readonly headers: Readonly<Record<string, string>>;
  readonly baseUrl: string;
}

/** What a request gets: a file, its compressed form, a redirect to the clean address, or the not-found page. */
export function answer({ files, headers: common, baseUrl }: SiteFiles, { method, url, headers }: Question): Answer {
  const plain = (status: number, more: Record<string, string> = {}): Answer => ({
    status,
    headers: { ...common, "content-type": "text/plain; charset=utf-8", ...more },
    body: Buffer.from(`${status}\n`),
  });
  if (method !== "GET" && method !== "HEAD") return plain(405, { allow: "GET, HEAD" });
  const target = pathOf(url);
  if (target === undefined) return plain(400);
  if (!target.path.startsWith(baseUrl)) return plain(404);
  const path = `/${target.path.slice(baseUrl.length)}`;
  const clean = path.replace(/\/index\.html$|\.html$/, "");
  if (clean !== path && path !== "/404.html" && findPage(files, clean)) {
    return plain(308, { location: `${baseUrl}${clean.slice(1)}${target.query}` });
  }
  const wantsMarkdown = /\btext\/markdown\b/.test(String(headers["accept"] ?? ""));
  const found = (wantsMarkdown ? files.get(twin(path)) : undefined) ?? files.get(path) ?? findPage(files, path);
  const file = found ?? files.get("/404.html");
  if (!file) return plain(404);
  return send(file, { status: found ? 200 : 404, method, headers, common });
}

interface SendOptions {
  readonly status: number;
  readonly method: string;
  readonly headers: Question["headers"];
  readonly common: Readonly<Record<string, string>>;
}

function send(file: StaticFile, { status, method, headers, common }: SendOptions): Answer {
  const coding = codingFor(file, String(headers["accept-encoding"] ?? ""));
  const etag = coding ? file.etag.replace(/"$/, `-${coding}"`) : file.etag;
  const answerHeaders: Record<string, string> = {
    ...common,
    "content-type": file.type,
    "cache-control": file.isHashed ? "public, max-age=31536000, immutable" : "public, max-age=0, must-revalidate",
    vary:
      file.type.startsWith("text/html") || file.type.startsWith("text/markdown")
        ? "accept, accept-encoding"
        : "accept-encoding",
    etag,
  };
  if (status === 200 && headers["if-none-match"] === etag)
    return { status: 304, headers: answerHeaders, body: undefined };
  const body = (coding && file.codings.get(coding)) || file.body;
  if (coding) answerHeaders["content-encoding"] = coding;
  answerHeaders["content-length"] = String(body.length);
  return { status, headers: answerHeaders, body: method === "HEAD" ? undefined : body };
}

/** `/x` and `/x/` are both `x/index.html`. */
function findPage(files: SiteFiles["files"], path: string): StaticFile | undefined {
  return files.get(`${path.replace(/\/$/, "")}/index.html`);
}

function twin(path: string): string {
  const clean = path.replace(/\/$/, "");
  return clean === "" ? "/index.md" : `${clean}.md`;
}

function codingFor({ codings }: StaticFile, accepted: string): "br" | "gzip" | undefined {
  const refused = /\b(br|gzip)\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/g;
  const names = new Set(accepted.replace(refused, "").match(/\b(?:br|gzip)\b/g));
  return (["br", "gzip"] as const).find((coding) => names.has(coding) && codings.has(coding));
}

function pathOf(url: string): { path: string; query: string } | undefined {
  const [path = "/", query] = url.split(/\?(.*)/s);
  try {
    return { path: decodeURIComponent(path), query: query ? `?${query}` : "" };
  } catch {
    return undefined;
  }
}
