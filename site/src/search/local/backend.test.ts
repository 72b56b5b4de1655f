import { afterEach, expect, test } from "vitest";
import { createIndexFile } from "../engine/index-file.ts";
import { fixturePages } from "../relevance/fixture-pages.ts";
import { createLocalBackend, type LocalBackend, type WorkerPort } from "./backend.ts";
import { serve } from "./calls.ts";
import { createLocalService, type LocalServiceDeps } from "./service.ts";

const pages = fixturePages();
const textFiles = pages.map((_, number) => `text-${number}`);
const index = createIndexFile({ locale: "en", pages, textFiles });
const tags = ["docs-default-current"];
const channels: MessageChannel[] = [];
const signal = new AbortController().signal;
const range = { from: 0, max: 20 };

afterEach(() => {
  for (const { port1, port2 } of channels.splice(0)) {
    port1.close();
    port2.close();
  }
});

interface Setup {
  readonly backend: LocalBackend;
  readonly asked: string[];
  readonly workers: Array<WorkerPort & { fail: () => void }>;
}

/** The backend over a real message channel instead of a worker. */
function setup(answer: (name: string, cache?: string) => unknown = answerFor): Setup {
  const asked: string[] = [];
  const workers: Setup["workers"] = [];
  const fetch: LocalServiceDeps["fetch"] = async (url, options) => {
    const name = url.replace("/search-index/", "");
    asked.push(name);
    const body = answer(name, options?.cache);
    return { ok: body !== undefined, status: body === undefined ? 404 : 200, json: async () => body };
  };
  const openWorker = (): WorkerPort => {
    const channel = new MessageChannel();
    channels.push(channel);
    const listeners: Array<(event: ErrorEvent) => unknown> = [];
    serve(channel.port2, createLocalService({ folder: "/search-index/", fetch }));
    channel.port2.start();
    channel.port1.start();
    const worker = {
      postMessage: (message: unknown) => channel.port1.postMessage(message),
      addEventListener(kind: string, listener: (event: never) => unknown) {
        if (kind === "error") listeners.push(listener as (event: ErrorEvent) => unknown);
        else channel.port1.addEventListener("message", listener as (event: MessageEvent) => unknown);
      },
      terminate: () => channel.port1.close(),
      fail: () => listeners.forEach((listener) => listener({ message: "out of memory" } as ErrorEvent)),
    };
    workers.push(worker);
    return worker;
  };
  return { backend: createLocalBackend({ openWorker, tags }), asked, workers };
}

function answerFor(name: string): unknown {
  if (name === "index.json") return index;
  return pages[textFiles.indexOf(name.replace(".json", ""))]?.sections.map(({ text }) => text);
}

test("answers come with the count of all pages, and snippets on demand", async () => {
  const { backend, asked } = setup();
  const { count, pages: found } = await backend.search("secrets", { signal, from: 0, max: 2 });
  expect(found).toHaveLength(2);
  expect(count).toBeGreaterThan(2);
  expect(asked).toEqual(["index.json"]);
  const [first] = await backend.withSnippets(found, { signal });
  expect(first!.snippet!.map(({ text }) => text).join("")).toContain("secrets");
  expect(first!.sections[0]!.snippet).toBeDefined();
});

test("the index is loaded once, also when it is asked for twice at the same time", async () => {
  const { backend, asked } = setup();
  backend.warmUp();
  await Promise.all([backend.search("run", { signal, ...range }), backend.search("list", { signal, ...range })]);
  expect(asked).toEqual(["index.json"]);
});

test("SR-07 an index that cannot be loaded is a failure, and the next try may succeed", async () => {
  let isDown = true;
  const { backend } = setup((name) => (isDown ? undefined : answerFor(name)));
  await expect(backend.search("run", { signal, ...range })).rejects.toThrow(
    'cannot load "/search-index/index.json": status 404',
  );
  isDown = false;
  expect((await backend.search("run", { signal, ...range })).pages).not.toEqual([]);
});

test("SR-18 a cached index of another version is asked for once more, past the cache", async () => {
  const { backend } = setup((name, cache) =>
    name === "index.json" && cache !== "reload" ? { ...index, format: 0 } : answerFor(name),
  );
  expect((await backend.search("run", { signal, ...range })).pages).not.toEqual([]);
});

test("SR-18 pages whose text is gone are shown without a snippet, and the index is loaded anew", async () => {
  const { backend, asked } = setup((name) => (name === "index.json" ? index : undefined));
  const { pages: found } = await backend.search("run", { signal, ...range });
  const shown = await backend.withSnippets(found, { signal });
  expect(shown.map(({ snippet }) => snippet)).toEqual(found.map(() => undefined));
  await backend.search("list", { signal, ...range });
  expect(asked.filter((name) => name === "index.json")).toHaveLength(2);
});

test("SR-06 a query that is given up rejects at once", async () => {
  const { backend } = setup();
  const abandon = new AbortController();
  const answer = backend.search("run", { signal: abandon.signal, ...range });
  abandon.abort(new Error("overtaken"));
  await expect(answer).rejects.toThrow("overtaken");
});

test("SR-07 a worker that breaks fails what it had to do, and a new one takes over", async () => {
  const { backend, workers } = setup();
  const answer = backend.search("run", { signal, ...range });
  workers[0]!.fail();
  await expect(answer).rejects.toThrow("search worker stopped: out of memory");
  expect((await backend.search("run", { signal, ...range })).pages).not.toEqual([]);
  expect(workers).toHaveLength(2);
});
