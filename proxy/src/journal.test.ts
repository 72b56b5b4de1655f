import { expect, test } from "vitest";
import { memoryStore } from "./bridge-setup.ts";
import { createJournal, type Entry, type StoredHandshake } from "./journal.ts";
import { createNotices } from "./notice.ts";

const quiet = createNotices(() => undefined);

const handshake: StoredHandshake = { kind: "handshake", run: "r", params: "{}", result: "{}", isInitialized: false };

const session = (id: string) =>
  ({ kind: "session", id, version: "2025-11-25", capabilities: "{}", subscriptions: [] }) satisfies Entry;

test("what was written adds up to what is read", async () => {
  const store = memoryStore();
  const journal = createJournal(store, quiet);
  const entries: Entry[] = [
    handshake,
    session("a"),
    session("b"),
    { kind: "initialized" },
    { kind: "subscribed", id: "a", uri: "x:1" },
    { kind: "subscribed", id: "a", uri: "x:2" },
    { kind: "subscribed", id: "a", uri: "x:2" },
    { kind: "unsubscribed", id: "a", uri: "x:1" },
    { kind: "level", id: "a", level: "error" },
    { kind: "level", id: "gone", level: "error" },
    { kind: "ended", id: "b" },
  ];
  for (const entry of entries) await journal.write(entry);

  expect(await createJournal(store, quiet).read()).toEqual({
    handshake: { ...handshake, isInitialized: true },
    sessions: [{ ...session("a"), subscriptions: ["x:2"], level: "error" }],
  });
  expect(store.entries).toHaveLength(2);
});

test("sessions without a handshake are nobody's", async () => {
  const store = memoryStore();
  store.entries = [session("a")];
  expect(await createJournal(store, quiet).read()).toEqual({ handshake: undefined, sessions: [] });
  expect(store.entries).toEqual([]);
});

test("a long life does not make the store grow without end", async () => {
  const store = memoryStore();
  const journal = createJournal(store, quiet);
  await journal.write(handshake);
  await journal.write(session("stays"));
  for (let count = 0; count < 5000; count += 1) {
    await journal.write(session(`s${count}`));
    await journal.write({ kind: "ended", id: `s${count}` });
  }
  expect(store.entries.length).toBeLessThan(2100);
  expect((await createJournal(store, quiet).read()).sessions.map(({ id }) => id)).toEqual(["stays"]);
});
