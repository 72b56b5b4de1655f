import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { inspect, promisify } from "node:util";
import { describe, expect, onTestFinished, test, type TestContext } from "vitest";
import { secretsEnvironmentFrom } from "./environment.ts";
import { CHEAP, freshFolder, memoryLog } from "./fixture.ts";
import { noAccount } from "./memory-keyring.ts";
import { Secret } from "./secret.ts";
import { openSecrets, type Secrets } from "./secrets.ts";
import { systemKeyring } from "./system-keyring.ts";

const WITH_KEYRING = join(import.meta.dirname, "../../../scripts/with-keyring");
type Environment = Readonly<Record<string, string>>;
const ENCRYPTED = { provider_type: "encrypted" } as const;
const { signal } = new AbortController();

/** A keyring that must be there under CI: then what is missing fails these tests. */
const missing =
  process.env["CI"] === "true" ? "" : spawnSync(WITH_KEYRING, ["--check"], { encoding: "utf8" }).stderr.trim();

// The desktop's own daemon does not come up every time on a machine that is busy; that is not what is tested.
describe("with a real Secret Service", { retry: 2 }, () => {
  test("SE-10 a password is kept until it is removed, and each store has its own", async (context) => {
    const env = await realBus(context);
    const keyring = systemKeyring({ env });
    await keyring.write("one", new Secret("hunter2 ä\n"), { signal });
    await keyring.write("two", new Secret("other"), { signal });
    await keyring.write("one", new Secret("hunter3"), { signal });

    expect((await systemKeyring({ env }).read("one", { signal }))?.reveal()).toBe("hunter3");
    await keyring.remove("one", { signal });
    await keyring.remove("one", { signal });

    expect(await keyring.read("one", { signal })).toBeUndefined();
    expect((await keyring.read("two", { signal }))?.reveal()).toBe("other");
  });

  test("SE-10 a store is opened after a restart by the password that was made up for it", async (context) => {
    const env = await realBus(context);
    const folder = await freshFolder();
    const secrets = await open(folder, env);
    await secrets.setUp(ENCRYPTED);
    await secrets.create({ key: "a", value: "1" });

    expect(await (await open(folder, env)).read("a")).toBe("1");
  });

  test("SE-10 a locked keyring is a 400 at set-up and a 500 later, and says what to do", async (context) => {
    const env = await realBus(context);
    const [used, fresh] = [await freshFolder(), await freshFolder()];
    await (await open(used, env)).setUp(ENCRYPTED);
    await lock(env);

    const problem = {
      message: expect.stringMatching(/^the system's keyring refuses: .*prompt was dismissed/),
      hint: expect.stringMatching(/^unlock or start the system's keyring, or set TOOLHAVEN_SECRETS_PASSWORD/),
    };
    await expect((await open(used, env)).list()).rejects.toMatchObject({ code: "internal", ...problem });
    await expect((await open(fresh, env)).setUp(ENCRYPTED)).rejects.toMatchObject({
      code: "invalid_input",
      ...problem,
    });
    expect(await readdir(fresh)).toEqual([]);
  });
});

describe("without a usable one", () => {
  test("SE-10 SE-08 a machine without a keyring says so, and not what was to be kept", async () => {
    const keyring = systemKeyring({ env: { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere/bus" } });
    const error: unknown = await keyring
      .write("one", new Secret("canary"), { signal })
      .catch((caught: unknown) => caught);

    expect(error).toMatchObject({
      code: "internal",
      message: expect.stringMatching(/^the system's keyring cannot be reached: /),
    });
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain("canary");
  });

  test("SE-10 a keyring that never answers is given up at the limit, and nothing else waits for it", async () => {
    const bus = await silentBus();
    const asked = systemKeyring({ env: bus.env, limitMs: 2500 }).read("one", { signal });
    const outcome = asked.catch((error: unknown) => error);
    const connection = await bus.connected;
    // The event loop turns while the keyring hangs.
    expect(await readdir(bus.folder)).toEqual(["bus"]);

    expect(await outcome).toMatchObject({
      code: "internal",
      message: "the system's keyring did not answer within 2.5 s: it may wait to be unlocked",
    });
    await closed(connection);
  }, 20_000);

  test("SE-10 closing does not wait for a keyring that never answers", async () => {
    const bus = await silentBus();
    const closing = new AbortController();
    const reason = new Error("closing");
    const outcome = systemKeyring({ env: bus.env })
      .read("one", { signal: closing.signal })
      .catch((error: unknown) => error);
    const connection = await bus.connected;
    closing.abort(reason);

    expect(await outcome).toBe(reason);
    await closed(connection);
  });
});

/** A keyring of the test's own; what it takes to call it. Without the programs it needs the test is skipped. */
async function realBus({ skip }: TestContext): Promise<Environment> {
  skip(missing !== "", missing);
  const script = `echo "$DBUS_SESSION_BUS_ADDRESS"; exec cat`;
  const bus = spawn(WITH_KEYRING, ["sh", "-c", script], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(async () => {
    bus.stdin.end();
    if (bus.exitCode === null) await once(bus, "exit");
  });
  const [address] = await once(createInterface({ input: bus.stdout }), "line");
  return { PATH: process.env["PATH"] ?? "", DBUS_SESSION_BUS_ADDRESS: String(address) };
}

async function open(folder: string, env: Environment): Promise<Secrets> {
  const keyring = systemKeyring({ env });
  const { log } = memoryLog();
  const deps = { folder, env: secretsEnvironmentFrom({}), keyring, onePassword: noAccount, log, cost: CHEAP };
  const secrets = await openSecrets(deps);
  onTestFinished(() => secrets[Symbol.asyncDispose]());
  return secrets;
}

/** As a desktop does when its owner leaves. Whoever opens the keyring next would be asked for its password. */
async function lock(env: Environment): Promise<void> {
  const keyring = ["--dest=org.freedesktop.secrets", "/org/freedesktop/secrets"];
  const call = ["org.freedesktop.Secret.Service.Lock", "array:objpath:/org/freedesktop/secrets/collection/login"];
  await promisify(execFile)("dbus-send", ["--session", "--print-reply", ...keyring, ...call], { env });
}

/** Takes connections, and says nothing. */
async function silentBus(): Promise<{ folder: string; env: Environment; connected: Promise<Socket> }> {
  const folder = await mkdtemp(join(tmpdir(), "thv-bus-"));
  const server = createServer();
  const connected = once(server, "connection").then(([socket]) => socket as Socket);
  server.listen(join(folder, "bus"));
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { folder, env: { DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(folder, "bus")}` }, connected };
}

/** The process that asked is gone with its end of the connection. */
async function closed(connection: Socket): Promise<void> {
  connection.resume();
  if (!connection.closed) await once(connection, "close");
}
