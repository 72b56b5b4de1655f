import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { bundle, OUTSIDE } from "./bundle.ts";
import { root, run } from "./run.ts";

// npm run pack [-- FOLDER]: the package users install, as a tarball, into FOLDER or dist/. Its path is the last line.

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const target = resolve(process.argv[2] ?? join(root, "dist"));
const folder = await mkdtemp(join(tmpdir(), "thv-pack-"));
try {
  console.log(await pack());
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function pack(): Promise<string> {
  await bundle(join(folder, "dist"), { isReleased: true });
  await writeFile(join(folder, "package.json"), `${JSON.stringify(await manifest(), null, 2)}\n`);
  for (const file of ["README.md", "LICENSE"]) await cp(join(root, file), join(folder, file));
  await mkdir(target, { recursive: true });
  const packed = await run(["npm", "pack", folder, "--json", "--ignore-scripts", "--pack-destination", target]);
  if (!packed.ok) throw new Error(packed.stderr);
  const [{ filename, entryCount, unpackedSize }] = JSON.parse(packed.stdout) as [
    { filename: string; entryCount: number; unpackedSize: number },
  ];
  const path = join(target, filename);
  const kb = (bytes: number): string => `${Math.round(bytes / 1024)} KB`;
  console.log(`${entryCount} files, ${kb((await stat(path)).size)} packed, ${kb(unpackedSize)} unpacked`);
  return path;
}

/** Everything is inside but for packages with machine code, without which the program works too. */
async function manifest(): Promise<object> {
  const { name, version, description, license, engines } = await read("package.json");
  const { dependencies = {} } = await read("engine/package.json");
  return {
    name,
    version,
    description,
    license,
    type: "module",
    bin: { thv: "dist/thv.js" },
    files: ["dist"],
    engines,
    optionalDependencies: Object.fromEntries(OUTSIDE.map((each) => [each, dependencies[each]])),
  };
}

async function read(path: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(root, path), "utf8")) as Manifest;
}
