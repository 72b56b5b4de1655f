import { expect, test } from "vitest";
import { createHistory, type Storage } from "./history.ts";

const search = (name: string) => ({ url: `/${name}`, title: name });

function memory(initial?: string): Storage & { value: () => string | undefined } {
  let stored = initial;
  return { getItem: () => stored ?? null, setItem: (_, value) => void (stored = value), value: () => stored };
}

test("SR-11 opened pages are recent, the last one first, each once and at most seven", () => {
  const storage = memory();
  const { remember } = createHistory(() => storage);
  for (const name of ["a", "b", "c", "d", "e", "f", "g", "h", "c"]) remember(search(name));
  const again = createHistory(() => storage).get();
  expect(again.recent.map(({ title }) => title)).toEqual(["c", "h", "g", "f", "e", "d", "b"]);
});

test("SR-11 a saved search moves to the favourites and stays there when it is opened again", () => {
  const store = createHistory(() => memory());
  store.remember(search("a"));
  store.save(search("a"));
  store.remember(search("a"));
  expect(store.get()).toMatchObject({ recent: [], favorites: [search("a")] });
  store.removeFavorite(search("a"));
  expect(store.get().favorites).toEqual([]);
});

test("SR-11 without storage the history lasts as long as the page", () => {
  const store = createHistory(() => {
    throw new DOMException("denied", "SecurityError");
  });
  store.remember(search("a"));
  expect(store.get().recent).toEqual([search("a")]);
});

test("a full storage loses nothing that is shown", () => {
  const store = createHistory(() => ({
    getItem: () => null,
    setItem() {
      throw new DOMException("full", "QuotaExceededError");
    },
  }));
  store.keep({ question: "q", answer: "a", sources: [] });
  expect(store.get().conversations).toHaveLength(1);
});

test.each([
  "",
  "{",
  "null",
  "[]",
  '{"recent":7}',
  '{"recent":[null,{"url":1}],"favorites":[{"url":"javascript:alert(1)","title":"x"}]}',
])("what is stored and makes no sense counts as nothing: %s", (stored) => {
  expect(createHistory(() => memory(stored)).get()).toEqual({ recent: [], favorites: [], conversations: [] });
});

test("listeners hear of every change until they leave", () => {
  const store = createHistory(() => memory());
  let count = 0;
  const leave = store.subscribe(() => (count += 1));
  store.remember(search("a"));
  store.removeRecent(search("a"));
  leave();
  store.remember(search("b"));
  expect(count).toBe(2);
});
