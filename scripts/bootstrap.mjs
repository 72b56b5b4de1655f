// What `npm start`, `npm test` and `npm run bench` run first: nothing but Node, as nothing may be installed yet, in
// a syntax that a Node too old for the rest can read.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const jobs = { start, test: () => runTypeScript("scripts/test.ts"), bench: () => runTypeScript("scripts/bench.ts") };

const [name, ...args] = process.argv.slice(2);
const job = jobs[name];
const problem = job ? nodeProblem() : `usage: node scripts/bootstrap.mjs ${Object.keys(jobs).join("|")}`;
if (problem) {
  console.error(problem);
  process.exitCode = 1;
} else if (install()) {
  await job();
}

function nodeProblem() {
  const { engines } = JSON.parse(read("package.json"));
  const [wantedMajor, wantedMinor] = engines.node.match(/\d+/g).map(Number);
  const [major, minor] = process.versions.node.split(".").map(Number);
  const isOld = major < wantedMajor || (major === wantedMajor && minor < wantedMinor);
  return isOld ? `ToolHaven needs Node ${engines.node}, and this is Node ${process.versions.node}` : undefined;
}

/** Brings node_modules to what package-lock.json says; false when that failed. */
function install() {
  const stamp = join(root, "node_modules/.installed-lock-hash");
  const hash = createHash("sha256").update(read("package-lock.json")).digest("hex");
  if (existsSync(stamp) ? readFileSync(stamp, "utf8") === hash : isInstalledByHand()) return true;
  console.log("installing dependencies");
  const npm = process.env.npm_execpath;
  const command = npm && basename(npm) === "npm-cli.js" ? [process.execPath, npm] : ["npm"];
  if (!succeeds([...command, "ci", "--include=dev", "--loglevel=warn"])) return false;
  writeFileSync(stamp, hash);
  return true;
}

/** npm writes a record of its own after every install; one younger than the lock file needs no other. */
function isInstalledByHand() {
  const record = join(root, "node_modules/.package-lock.json");
  return existsSync(record) && statSync(record).mtimeMs >= statSync(join(root, "package-lock.json")).mtimeMs;
}

async function start() {
  console.log("building dist/thv.js");
  if (!succeeds([process.execPath, "--import", "tsx", "scripts/build.ts"])) return;
  const documentation = spawn(process.execPath, ["--import", "tsx", "scripts/start-site.ts"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  // It ends with us, and we do not wait for it.
  documentation.unref();
  process.on("exit", () => documentation.kill());
  console.log(`starting: node dist/thv.js ${["serve", ...args].join(" ")}`);
  process.setSourceMapsEnabled(true);
  ignoreEchoes("SIGINT");
  ignoreEchoes("SIGTERM");
  await runHere("dist/thv.js", ["serve", ...args]);
}

/**
 * Ctrl-C reaches this process twice: from the terminal, and from npm, which passes it on. The echo must not count as
 * the second Ctrl-C that ends everything at once.
 */
function ignoreEchoes(signal) {
  let firstAt = 0;
  process.on(signal, function onSignal() {
    if (firstAt === 0) firstAt = Date.now();
    if (Date.now() - firstAt < 1000) return;
    process.off(signal, onSignal);
    process.kill(process.pid, signal);
  });
}

async function runTypeScript(file) {
  const { register } = await import("tsx/esm/api");
  register();
  await runHere(file, args);
}

/** In this process, so that signals and the exit code need nobody to pass them on. */
async function runHere(file, its) {
  process.argv = [process.argv[0], join(root, file), ...its];
  await import(pathToFileURL(join(root, file)).href);
}

function succeeds([program, ...its]) {
  const { status, error } = spawnSync(program, its, { cwd: root, stdio: "inherit" });
  if (error) console.error(`cannot run "${program}": ${error.message}`);
  if (status !== 0) process.exitCode = status || 1;
  return status === 0;
}

function read(file) {
  return readFileSync(join(root, file), "utf8");
}
