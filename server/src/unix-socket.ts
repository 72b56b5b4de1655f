import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, link, lstat, mkdir, rm, rmdir } from "node:fs/promises";
import { connect, type Server } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "@toolhaven/contract/errors";
import { makeFolders } from "@toolhaven/engine/state/make-folders";

/** What fits into an address of the kernel, `sun_path` less its final NUL; see unix(7). */
const MAX_PATH_BYTES = 107;

/**
 * Lets a server listen on a unix socket that only this user can use. It appears whole: with its rights, and only when
 * the name is free or nobody answers on what is there.
 * @throws AppError `invalid_input` when the path is too long or is no place for a socket, `already_exists` when
 * another program answers on it
 */
export async function listenOnSocket(server: Server, path: string): Promise<AsyncDisposable> {
  const folder = dirname(path);
  const temporary = join(folder, `.${randomBytes(3).toString("hex")}`);
  for (const place of [path, temporary]) checkLength(place);
  await makeFolder(folder, path);
  server.listen({ path: temporary });
  await once(server, "listening");
  try {
    await chmod(temporary, 0o600);
    const { ino } = await lstat(temporary);
    await claim(temporary, path);
    return { [Symbol.asyncDispose]: () => removeIfSame(path, ino) };
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Folders that exist keep their rights: they may be everybody's, as /tmp is. */
async function makeFolder(folder: string, path: string): Promise<void> {
  try {
    await makeFolders(folder);
  } catch (cause) {
    const { code = "" } = cause as NodeJS.ErrnoException;
    throw new AppError("invalid_input", `cannot listen on "${path}": its folder cannot be made (${code})`, {
      cause,
      hint: "choose another with --socket, or set XDG_RUNTIME_DIR to a folder of your own",
    });
  }
}

function checkLength(path: string): void {
  const length = Buffer.byteLength(path);
  if (length <= MAX_PATH_BYTES) return;
  throw new AppError("invalid_input", `cannot listen on "${path}": the path has ${length} bytes`, {
    hint: `a socket's path has at most ${MAX_PATH_BYTES}; choose a shorter one with --socket`,
  });
}

/** `link` fails when the name is taken, so that of two starters one wins. */
async function claim(temporary: string, path: string): Promise<void> {
  for (;;) {
    try {
      return await link(temporary, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    // One at a time: what the second would find dead may be what the first has just put there.
    await exclusively(`${path}.lock`, () => clearStale(path));
  }
}

async function clearStale(path: string): Promise<void> {
  const found = await lstat(path).catch(ignoreMissing);
  if (!found) return;
  if (!found.isSocket()) {
    throw new AppError("invalid_input", `cannot listen on "${path}": there is something that is no socket`, {
      hint: "choose another with --socket",
    });
  }
  if (await isAnswered(path)) {
    throw new AppError("already_exists", `cannot listen on "${path}": another program answers there`, {
      hint: "stop it first, or choose another with --socket",
    });
  }
  await rm(path, { force: true });
}

/** Held for milliseconds; one as old as this was left by a program that was killed. */
const LOCK_AGE_MS = 5_000;

async function exclusively(lock: string, work: () => Promise<void>): Promise<void> {
  while (!(await takeLock(lock))) {
    const { mtimeMs = 0 } = (await lstat(lock).catch(ignoreMissing)) ?? {};
    if (Date.now() - mtimeMs > LOCK_AGE_MS) await rmdir(lock).catch(ignoreMissing);
    else await delay(10);
  }
  try {
    await work();
  } finally {
    await rmdir(lock).catch(ignoreMissing);
  }
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

async function isAnswered(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, "connect");
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ECONNREFUSED" || code === "ENOENT") return false;
    throw error;
  } finally {
    socket.destroy();
  }
}

/** Whoever took the name after us keeps it. */
async function removeIfSame(path: string, ino: number): Promise<void> {
  if ((await lstat(path).catch(ignoreMissing))?.ino === ino) await rm(path, { force: true });
}

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
  throw error;
}
