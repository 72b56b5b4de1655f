import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { forbidden, type Refusal } from "./refusal.ts";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Keeps web pages away, also those whose name was made to point at this machine. On a loopback address only the machine
 * itself may be named as `Host`; an `Origin`, which browsers send, must be the machine itself too. On other addresses
 * the names this machine goes by are not known: there a page is trusted that came from the same literal address.
 */
export function createGuard(bindHost: string): (req: IncomingMessage) => Refusal | undefined {
  const isLoopback = bindHost === "localhost" || bindHost === "::1" || bindHost.startsWith("127.");
  const own = new Set([...LOOPBACK, ...(isLoopback ? [bindHost] : [])]);

  return function guard({ headers }) {
    const host = hostName(headers.host ?? "");
    if (isLoopback && !own.has(host)) return forbidden('forbidden: the "Host" header names another machine');
    const { origin } = headers;
    if (origin === undefined) return undefined;
    const from = originName(origin);
    if (own.has(from) || (!isLoopback && from === host && isAddress(host))) return undefined;
    return forbidden('forbidden: the "Origin" header names another site');
  };
}

/** `[::1]:8080` and `LOCALHOST` become `[::1]` and `localhost`. */
function hostName(host: string): string {
  return /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(host)?.[1]?.toLowerCase() ?? "";
}

function originName(origin: string): string {
  return /^https?:\/\/(\[[\da-f:.]*\]|[^:/?#@[\]\\\s]+)(?::\d+)?$/i.exec(origin)?.[1]?.toLowerCase() ?? "";
}

function isAddress(host: string): boolean {
  return isIP(host.replace(/^\[(.*)\]$/, "$1")) !== 0;
}
