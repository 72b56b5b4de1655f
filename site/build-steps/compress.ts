import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);
const COMPRESSIBLE = /\.(?:html|css|js|json|yaml|xml|svg|md|txt)$/;
/** Below this a packet is a packet. */
const MIN_BYTES = 860;

/** Puts a gzip and a brotli copy beside every file of text, so that the server compresses nothing. */
export async function compress(build: string): Promise<void> {
  const names = readdirSync(build, { recursive: true, encoding: "utf8" }).filter((name) => COMPRESSIBLE.test(name));
  await Promise.all([0, 1, 2, 3].map(() => work(build, names)));
}

async function work(build: string, names: string[]): Promise<void> {
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    const file = join(build, name);
    const body = await readFile(file);
    if (body.length < MIN_BYTES) continue;
    // The last levels cost many times more and gain a few percent: worth it for what every page loads.
    const isShared = /^assets.*\.css$|(?:main|runtime~main)\.[^/\\]*$/.test(name);
    const level = isShared ? 11 : 5;
    const params = { [constants.BROTLI_PARAM_QUALITY]: level, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
    await writeFile(`${file}.br`, await toBrotli(body, { params }));
    await writeFile(`${file}.gz`, await toGzip(body, { level: 9 }));
  }
}
