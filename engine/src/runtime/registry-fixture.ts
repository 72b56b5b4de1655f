import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

/** An image registry in memory, for tests of pulling: on loopback, plain HTTP, as engines allow it there. */
export interface RegistryFixture extends AsyncDisposable {
  /** The first part of a reference, e.g. `127.0.0.1:40123`. */
  readonly host: string;
}

export interface RegistryContent {
  /** Sizes in bytes of the layers of each image, by `name:tag`; what is in them is random and does not compress. */
  readonly images: Readonly<Record<string, readonly number[]>>;
  /** Names the registry does not give away without a password. */
  readonly locked?: readonly string[];
  /** Layers come half way and wait for this. */
  readonly gate?: Promise<void>;
}

interface Blob {
  readonly type: string;
  readonly bytes: Buffer;
  readonly digest: string;
}

const LAYER_TYPE = "application/vnd.docker.image.rootfs.diff.tar.gzip";
const MANIFEST_TYPE = "application/vnd.docker.distribution.manifest.v2+json";

export async function openRegistry({ images, locked = [], gate }: RegistryContent): Promise<RegistryFixture> {
  /** By request path. */
  const blobs = new Map<string, Blob>();
  for (const [reference, sizes] of Object.entries(images)) addImage(reference, sizes);

  const server = createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? "";
    if (locked.some((name) => path.startsWith(`/v2/${name}/`))) {
      return reply(response, 401, "UNAUTHORIZED", { "www-authenticate": `Basic realm="fixture"` });
    }
    if (path === "/v2/") return void response.writeHead(200).end("{}");
    const blob = blobs.get(path);
    if (!blob) return reply(response, 404, path.includes("/manifests/") ? "MANIFEST_UNKNOWN" : "BLOB_UNKNOWN");
    response.writeHead(200, {
      "content-type": blob.type,
      "content-length": blob.bytes.length,
      "docker-content-digest": blob.digest,
    });
    if (request.method === "HEAD") response.end();
    else if (gate && blob.type === LAYER_TYPE) void sendInHalves(response, blob.bytes, gate);
    else response.end(blob.bytes);
  }

  function addImage(reference: string, sizes: readonly number[]): void {
    const [name = "", tag = "latest"] = reference.split(":");
    const add = (type: string, bytes: Buffer, kind: "blobs" | "manifests"): Blob => {
      const blob = { type, bytes, digest: digestOf(bytes) };
      blobs.set(`/v2/${name}/${kind}/${blob.digest}`, blob);
      return blob;
    };
    const archives = sizes.map((size, index) => tarOf(`layer-${index}`, randomBytes(size)));
    const layers = archives.map((tar) => add(LAYER_TYPE, gzipSync(tar), "blobs"));
    const config = {
      architecture: process.arch === "arm64" ? "arm64" : "amd64",
      os: "linux",
      config: {},
      rootfs: { type: "layers", diff_ids: archives.map(digestOf) },
    };
    const configBlob = add("application/vnd.docker.container.image.v1+json", jsonOf(config), "blobs");
    const manifest = {
      schemaVersion: 2,
      mediaType: MANIFEST_TYPE,
      config: describe(configBlob),
      layers: layers.map(describe),
    };
    blobs.set(`/v2/${name}/manifests/${tag}`, add(MANIFEST_TYPE, jsonOf(manifest), "manifests"));
  }
}

async function sendInHalves(response: ServerResponse, bytes: Buffer, gate: Promise<void>): Promise<void> {
  response.write(bytes.subarray(0, bytes.length / 2));
  await gate;
  response.end(bytes.subarray(bytes.length / 2));
}

function reply(response: ServerResponse, status: number, code: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(jsonOf({ errors: [{ code, message: code.toLowerCase().replaceAll("_", " ") }] }));
}

const jsonOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

const digestOf = (bytes: Buffer): string => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

const describe = ({ type, bytes, digest }: Blob): object => ({ mediaType: type, size: bytes.length, digest });

/** An archive with one file: a header of 512 bytes with octal numbers, the content in blocks of 512, two empty blocks. */
function tarOf(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(octal(0o644, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(content.length, 12), 124);
  header.write(octal(0, 12), 136);
  header.write(" ".repeat(8), 148);
  header.write("0", 156);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
  return Buffer.concat([header, content, padding, Buffer.alloc(1024)]);
}

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, "0")}\0`;
