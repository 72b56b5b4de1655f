import { rm } from "node:fs/promises";
import type { Client } from "@modelcontextprotocol/client";
import { FIXTURES } from "@toolhaven/fixtures/images";
import { waitUntil } from "@toolhaven/engine/wait";
import { expect, test } from "vitest";
import { find, list, untilStatus } from "./api.ts";
import { callText, connect, withOneRetry } from "./client.ts";
import { type Daemon, freshHome, startDaemon } from "./daemon.ts";
import { containersOf, labelOf, networksOf } from "./docker.ts";
import { createLedger, type Ledger } from "./ledger.ts";

const KILLS = 30;
const image = FIXTURES.echo;
/** The same moments in every run, so that a failure can be looked at twice. */
const random = seeded(20_261_121);

test(
  `AD-01 ${KILLS} kills at random moments: nothing lost, left over or stuck; clients go on with their session`,
  { timeout: 900_000 },
  async () => {
    const home = await freshHome();
    const ledger = createLedger();
    let daemon = await startDaemon({ home });
    await ledger.create(daemon, "steady", { image });
    const { url, port } = (await untilStatus(daemon, "steady", "running"))!;
    const client = await connect(url, "streamable-http");
    const session = sessionOf(client);
    expect(await callText(client, "echo", { message: "before" })).toBe("before");

    for (let kill = 0; kill < KILLS; kill += 1) {
      const churning = churn(daemon, kill, ledger);
      const calling = callUntilCut(client);
      await moment(random() * 800);
      await daemon.end("SIGKILL");
      await Promise.all([churning, calling]);

      daemon = await startDaemon({ home });
      expect((await find(daemon, "steady"))?.port).toBe(port);
      expect(await withOneRetry(() => callText(client, "echo", { message: `after kill ${kill}` }))).toBe(
        `after kill ${kill}`,
      );
      expect(sessionOf(client)).toBe(session);
    }

    await keepsItsPromises(daemon, ledger);
    const names = (await list(daemon)).map(({ name }) => name);
    const workloadOf = (container: string): string => labelOf(container, "toolhaven-name");
    expect(containersOf({ home }).map(workloadOf).toSorted()).toEqual(names.toSorted());

    await client.close();
    for (const name of names) await ledger.remove(daemon, name);
    await keepsItsPromises(daemon, ledger);
    expect(containersOf({ home })).toEqual([]);
    expect(networksOf({ home })).toEqual([]);
    await daemon.end("SIGTERM");
    await rm(home, { recursive: true, force: true });
  },
);

/** A few wishes at once, on workloads old and new; which ones depends on the round. */
async function churn(daemon: Daemon, round: number, ledger: Ledger): Promise<void> {
  const others = ledger.names().filter((name) => name !== "steady");
  const pick = (): string | undefined => others.splice(Math.floor(random() * others.length), 1)[0];
  const [stopped, restarted, removed] = [pick(), pick(), others.length > 3 ? pick() : undefined];
  await Promise.all([
    ledger.create(daemon, `w${round}`, { image }),
    stopped && ledger.stop(daemon, stopped),
    restarted && ledger.restart(daemon, restarted),
    removed && ledger.remove(daemon, removed),
  ]);
}

async function callUntilCut(client: Client): Promise<void> {
  for (let n = 0; ; n += 1) {
    const answer = await callText(client, "echo", { message: `call ${n}` }).catch(() => undefined);
    if (answer === undefined) return;
    expect(answer).toBe(`call ${n}`);
  }
}

async function keepsItsPromises(daemon: Daemon, ledger: Ledger): Promise<void> {
  let broken: string[] = [];
  const isKept = async (): Promise<boolean> => {
    broken = ledger.broken(await list(daemon));
    return broken.length === 0;
  };
  await waitUntil(isKept, { signal: AbortSignal.timeout(90_000), everyMs: 100 }).catch(() => undefined);
  expect(broken).toEqual([]);
}

const sessionOf = (client: Client): string | undefined => client.transport?.sessionId;

/** The random moment is the test: there is no event to wait for. */
const moment = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** mulberry32: small, seeded, good enough to choose moments. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
