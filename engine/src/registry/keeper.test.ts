import { expect, test } from "vitest";
import type { Copies } from "./copies.ts";
import { createKeeper } from "./keeper.ts";
import type { Look } from "./origin.ts";
import { entry, recordingLog, registryText } from "./source-fixture.ts";

const noCopies: Copies = { read: async () => undefined, write: async () => undefined, keepOnly: async () => undefined };
const document = (name: string): Look => ({
  kind: "document",
  text: registryText({ [name]: entry("x") }),
  modified: "2026-01-01T00:00:00Z",
  validators: {},
});

/** An origin that answers when the test says so. */
function setup(patienceMs = 10) {
  const looks: Array<PromiseWithResolvers> = [];
  const clock = { ms: 1 };
  const log = recordingLog();
  const keeper = createKeeper({
    source: { type: "url", url: "https://example.com/r.json", allow_private_ip: false },
    origin: {
      look: (_, { signal }) => {
        const look = withResolvers();
        looks.push(look);
        signal.addEventListener("abort", () => look.reject(signal.reason as Error));
        return look.promise;
      },
    },
    copies: noCopies,
    log,
    now: () => clock.ms,
    freshMs: 300_000,
    patienceMs,
  });
  const names = async () => (await keeper.read()).list.servers.map(({ name }) => name);
  return { keeper, looks, clock, log, names };
}

interface PromiseWithResolvers {
  readonly promise: Promise<Look>;
  readonly resolve: (look: Look) => void;
  readonly reject: (error: Error) => void;
}

function withResolvers(): PromiseWithResolvers {
  let settle!: Pick<PromiseWithResolvers, "resolve" | "reject">;
  const promise = new Promise<Look>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle };
}

test("a source that is slow does not hold up those who can have what is kept", async () => {
  const { keeper, looks, clock, names } = setup();
  const renewed = keeper.renew();
  looks[0]?.resolve(document("old"));
  await renewed;
  clock.ms += 300_000;
  expect(await names()).toEqual(["old"]);
  expect(await names()).toEqual(["old"]);
  expect(looks).toHaveLength(2);
  looks[1]?.resolve(document("new"));
  await expect.poll(names).toEqual(["new"]);
});

test("RG-04 a source that fails is left alone for a minute", async () => {
  const { keeper, looks, clock, log, names } = setup(1000);
  const first = names();
  await expect.poll(() => looks.length).toBe(1);
  looks[0]?.reject(new Error("first"));
  await expect(first).rejects.toMatchObject({ code: "internal", message: expect.stringContaining("first") });
  await expect(names()).rejects.toThrow("first");
  clock.ms += 59_000;
  await expect(names()).rejects.toThrow("first");
  expect(looks).toHaveLength(1);
  clock.ms += 1000;
  const second = names();
  await expect.poll(() => looks.length).toBe(2);
  looks[1]?.resolve(document("a"));
  expect(await second).toEqual(["a"]);
  expect(log.lines).toMatchObject([{ text: "the registry can be read again" }]);
  await keeper[Symbol.asyncDispose]();
});

test("closing ends a look that is under way", async () => {
  const { keeper, looks, names } = setup();
  const waiting = names();
  await expect.poll(() => looks.length).toBe(1);
  await keeper[Symbol.asyncDispose]();
  await expect(waiting).rejects.toThrow(`cannot read the registry "https://example.com/r.json"`);
});
