import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";

export interface NpmRegistryOptions {
  /** The program of each package by its name and version; a package without one is a library. */
  readonly packages: Readonly<Record<string, Readonly<Record<string, string | undefined>>>>;
  /** Whoever does not show it is refused. */
  readonly token?: string;
  readonly tls?: { readonly key: string; readonly cert: string };
}

export interface NpmRegistry extends AsyncDisposable {
  readonly url: string;
  /** Paths, in order. */
  readonly asked: readonly string[];
  publish(name: string, version: string, program: string | undefined): void;
  /** From now on nothing answers. */
  close(): void;
}

/** For tests: a registry of npm packages on loopback. */
export async function openNpmRegistry({ packages, token, tls }: NpmRegistryOptions): Promise<NpmRegistry> {
  const known = new Map(Object.entries(packages).map(([name, versions]) => [name, { ...versions }]));
  const asked: string[] = [];

  const listener: RequestListener = (request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    asked.push(path);
    if (token !== undefined && request.headers.authorization !== `Bearer ${token}`) {
      return void response.writeHead(401, { "content-type": "application/json" }).end(`{"error":"not you"}`);
    }
    const [, name = "", version] = /^\/((?:@[^/]+\/)?[^/]+)(?:\/-\/(.+)\.tgz)?$/.exec(path) ?? [];
    const versions = known.get(name);
    if (!versions)
      return void response.writeHead(404, { "content-type": "application/json" }).end(`{"error":"Not found"}`);
    if (version !== undefined) {
      return void archiveOf(name, version, versions[version]).then((bytes) => response.end(bytes));
    }
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(packument(name, versions)));
  };
  const server = tls ? createSecureServer(tls, listener) : createHttpServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `${tls ? "https" : "http"}://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return {
    url,
    asked,
    publish: (name, version, program) => void known.set(name, { ...known.get(name), [version]: program }),
    close,
    async [Symbol.asyncDispose]() {
      close();
    },
  };

  function packument(name: string, versions: Readonly<Record<string, string | undefined>>): object {
    const entries = Object.entries(versions).map(([version, program]) => [
      version,
      { ...manifest(name, version, program), dist: { tarball: `${url}${name}/-/${version}.tgz` } },
    ]);
    return { name, "dist-tags": { latest: Object.keys(versions).at(-1) }, versions: Object.fromEntries(entries) };
  }
}

const manifest = (name: string, version: string, program: string | undefined): object => ({
  name,
  version,
  ...(program !== undefined && { bin: { [name.split("/").at(-1)!]: "program.js" } }),
});

async function archiveOf(name: string, version: string, program: string | undefined): Promise<Buffer> {
  const archive = pack();
  archive.entry({ name: "package/package.json" }, JSON.stringify(manifest(name, version, program)));
  if (program !== undefined) archive.entry({ name: "package/program.js", mode: 0o755 }, program);
  archive.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of archive as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return gzipSync(Buffer.concat(chunks));
}
