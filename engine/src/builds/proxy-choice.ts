export interface ProxySettings {
  readonly httpProxy?: string | undefined;
  readonly httpsProxy?: string | undefined;
  readonly noProxy?: string | undefined;
}

/** The proxy through which an address is asked, or `undefined`: by the address's own scheme, as every program does it. */
export function proxyFor(url: URL, { httpProxy, httpsProxy, noProxy = "" }: ProxySettings): URL | undefined {
  const proxy = url.protocol === "https:" ? httpsProxy : httpProxy;
  if (!proxy || noProxy.split(",").some((entry) => excepts(entry.trim().toLowerCase(), url))) return undefined;
  return new URL(proxy);
}

/** `example.test` and `.example.test` stand for the host and everything below it, with `:port` for that port only. */
function excepts(entry: string, { hostname, port, protocol }: URL): boolean {
  if (entry === "*") return true;
  const [, name = "", only] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  if (name === "") return false;
  if (only !== undefined && only !== (port || (protocol === "https:" ? "443" : "80"))) return false;
  return hostname === name || hostname.endsWith(`.${name}`);
}
