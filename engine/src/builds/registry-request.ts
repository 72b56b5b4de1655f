import { type IncomingMessage, request as httpRequest, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { connect as tlsConnect, rootCertificates, type TLSSocket } from "node:tls";
import { PRODUCT } from "@toolhaven/contract/product";
import { openTunnel } from "./proxy-tunnel.ts";
import { proxyFor, type ProxySettings } from "./proxy-choice.ts";

/** An answer of a registry, or why there was none. */
export type RegistryAnswer =
  | { readonly kind: "answered"; readonly status: number; readonly text: string }
  | { readonly kind: "unreachable"; readonly reason: string };

export interface RegistryRequest {
  /** User and password in it are sent as the registry wants them, not as part of the address. */
  readonly url: URL;
  readonly accept: string;
  readonly signal: AbortSignal;
  /** A user without a password is a token, where the registry knows such. */
  readonly takesTokens?: boolean;
}

export interface RegistryClientOptions extends ProxySettings {
  /** PEM; trusted beside the usual certificates. */
  readonly certificates?: string | undefined;
}

export type AskRegistry = (request: RegistryRequest) => Promise<RegistryAnswer>;

const MAX_REDIRECTS = 3;
/** The longest answers list every version that ever was of a package. */
const MAX_BYTES = 64 * 1024 ** 2;

/** Asks package registries, through the proxy that fits, with a limit on what they may answer. */
export function createRegistryClient({ certificates, ...proxies }: RegistryClientOptions): AskRegistry {
  const trust = certificates === undefined ? {} : { ca: [...rootCertificates, certificates] };

  return async function ask({ signal, ...request }) {
    try {
      return await follow(request, signal, MAX_REDIRECTS);
    } catch (error) {
      signal.throwIfAborted();
      const { code, message } = error as NodeJS.ErrnoException;
      return { kind: "unreachable", reason: code ?? message };
    }
  };

  async function follow(
    { url, accept, takesTokens = false }: Omit<RegistryRequest, "signal">,
    signal: AbortSignal,
    redirects: number,
  ): Promise<RegistryAnswer> {
    const response = await send(
      url,
      { accept, "user-agent": PRODUCT.binary, ...authorization(url, takesTokens) },
      signal,
    );
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (status < 300 || status >= 400 || location === undefined) {
      return { kind: "answered", status, text: await readText(response) };
    }
    response.destroy();
    if (redirects === 0) return { kind: "unreachable", reason: "too many redirects" };
    const next = new URL(location, url);
    // What was meant for one host is not told to another.
    if (next.host === url.host && next.protocol === url.protocol) {
      next.username = url.username;
      next.password = url.password;
    }
    return follow({ url: next, accept, takesTokens }, signal, redirects - 1);
  }

  async function send(url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<IncomingMessage> {
    const proxy = proxyFor(url, proxies);
    const isSecure = url.protocol === "https:";
    const port = Number(url.port || (isSecure ? 443 : 80));
    const host = url.hostname.replaceAll(/[[\]]/g, "");
    const path = `${url.pathname}${url.search}`;
    if (!proxy) return answerTo(isSecure ? httpsRequest : httpRequest, { host, port, path, headers, signal, ...trust });
    if (!isSecure) {
      const through = { ...headers, ...authorization(proxy, false, "proxy-authorization"), host: url.host };
      const to = { host: proxy.hostname, port: Number(proxy.port || 80), path: `http://${url.host}${path}` };
      return answerTo(httpRequest, { ...to, headers: through, signal });
    }
    const socket = await openTunnel(proxy, {
      host,
      port,
      headers: authorization(proxy, false, "proxy-authorization"),
      signal,
    });
    const secured = (): TLSSocket => tlsConnect({ socket, servername: host, ...trust });
    return answerTo(httpsRequest, { host, port, path, headers, signal, agent: false, createConnection: secured });
  }
}

const answerTo = (request: typeof httpRequest, options: RequestOptions): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => request(options, resolve).on("error", reject).end());

function authorization(
  { username, password }: URL,
  takesTokens: boolean,
  name = "authorization",
): Record<string, string> {
  if (!username) return {};
  const [user, word] = [decodeURIComponent(username), decodeURIComponent(password)];
  if (takesTokens && !word) return { [name]: `Bearer ${user}` };
  return { [name]: `Basic ${Buffer.from(`${user}:${word}`).toString("base64")}` };
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error(`its answer is longer than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
