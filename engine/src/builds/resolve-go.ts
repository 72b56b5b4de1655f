import { z } from "zod";
import type { RegistryPackage } from "./package-reference.ts";
import type { AskRegistry } from "./registry-request.ts";
import { meaningOf, type Resolution, textIn, unknownPackage } from "./resolution.ts";
import { newest } from "./version-order.ts";

const Info = z.object({ Version: z.string() });

export interface GoOptions {
  /** As Go writes it. */
  readonly goProxy: string;
  readonly ask: AskRegistry;
  readonly signal: AbortSignal;
}

/**
 * Which version a reference means now. A program's path begins with its module's; the longest module that exists is
 * it, as for Go itself. @throws AppError `not_found`
 */
export async function resolveGo(reference: RegistryPackage, { goProxy, ask, signal }: GoOptions): Promise<Resolution> {
  const proxies = goProxy.split(/[,|]/).filter((entry) => /^https?:\/\//.test(entry));
  if (proxies.length === 0) return { kind: "unreachable", reason: "GOPROXY names no address" };
  let last: Resolution | undefined;
  for (const proxy of proxies) {
    const found = await Promise.all(modulesFor(reference.name).map((module) => versionOf(module, proxy)));
    const resolved = found.find((one) => one?.kind === "resolved");
    if (resolved) return resolved;
    last = found.find((one) => one !== undefined);
  }
  if (last) return last;
  const version = reference.version === undefined ? "" : ` with version "${reference.version}"`;
  throw unknownPackage(reference, `no module${version} is known to the module proxy`);

  /** `undefined` when the proxy has no such module. */
  async function versionOf(module: string, proxy: string): Promise<Resolution | undefined> {
    const base = `${proxy.replace(/\/$/, "")}/${escaped(module)}`;
    const get = (path: string) => ask({ url: new URL(`${base}/${path}`), accept: "*/*", signal });
    if (reference.version === undefined) {
      const list = textIn(await get("@v/list"));
      if (list.kind === "unreachable") return list;
      const release = list.kind === "found" ? newest(list.body.split("\n").map((line) => line.trim())) : undefined;
      if (release !== undefined) return { kind: "resolved", version: release };
    }
    const path = reference.version === undefined ? "@latest" : `@v/${escaped(reference.version)}.info`;
    const info = meaningOf(await get(path), Info);
    if (info.kind === "found") return { kind: "resolved", version: info.body.Version };
    return info.kind === "unreachable" ? info : undefined;
  }
}

/** The path itself and what stands above it, the longest first; a host alone is no module. */
function modulesFor(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, parts.length - index).join("/"));
}

/** Module proxies live on file systems that do not tell cases apart. */
const escaped = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
