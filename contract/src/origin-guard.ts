const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** What a request says about where it was sent, and from which page. */
export interface RequestOrigin {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
}

/**
 * Keeps web pages away, also those whose name was made to point at this machine. On a loopback address only the machine
 * itself may be named as `Host`; an `Origin`, which browsers send, must be the machine itself too. On other addresses
 * the names this machine goes by are not known: there a page is trusted that came from the same literal address.
 * The answer is why a request is refused, `undefined` for a good one.
 */
export function createOriginGuard(bindHost: string): (request: RequestOrigin) => string | undefined {
  const isLoopback = bindHost === "localhost" || bindHost === "::1" || bindHost.startsWith("127.");
  const own = new Set([...LOOPBACK, ...(isLoopback ? [bindHost] : [])]);

  return function guard({ host, origin }) {
    const named = hostName(host ?? "");
    if (isLoopback && !own.has(named)) return 'forbidden: the "Host" header names another machine';
    if (origin === undefined) return undefined;
    const from = originName(origin);
    if (own.has(from) || (!isLoopback && from === named && isAddress(named))) return undefined;
    return 'forbidden: the "Origin" header names another site';
  };
}

/** `[::1]:8080` and `LOCALHOST` become `[::1]` and `localhost`. */
function hostName(host: string): string {
  return /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(host)?.[1]?.toLowerCase() ?? "";
}

function originName(origin: string): string {
  return /^https?:\/\/(\[[\da-f:.]*\]|[^:/?#@[\]\\\s]+)(?::\d+)?$/i.exec(origin)?.[1]?.toLowerCase() ?? "";
}

const isAddress = (host: string): boolean => /^\d{1,3}(?:\.\d{1,3}){3}$|^\[[\da-f:.]+\]$/.test(host);
