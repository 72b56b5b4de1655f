import { AppError } from "@toolhaven/contract/errors";
import type { Log } from "../log.ts";
import { type Catalogue, createCatalogue } from "./catalogue.ts";
import { describeSource, type Source } from "./choice.ts";
import type { Copies, Copy } from "./copies.ts";
import type { Validators } from "./fetch-document.ts";
import type { Origin } from "./origin.ts";
import { readRegistry } from "./read-registry.ts";

/** Keeps what a source said, looks again now and then, and has the last good copy when the source fails. */
export interface Keeper extends AsyncDisposable {
  /**
   * What is kept, after a look at the source when it is time for one.
   * @throws AppError `internal` when nothing was ever kept and the source says nothing
   */
  read(): Promise<Catalogue>;
  /**
   * Looks at once and keeps what is found; what could not be used of it is left out and named.
   * @throws AppError `invalid_input` when the source cannot be read or holds no registry
   */
  renew(): Promise<{ catalogue: Catalogue; leftOut: readonly string[] }>;
}

export interface KeeperDeps {
  readonly source: Source;
  readonly origin: Origin;
  readonly copies: Copies;
  readonly log: Log;
  /** Milliseconds. */
  readonly now: () => number;
  /** How long what was seen counts as fresh. */
  readonly freshMs: number;
  /** How long a read waits for a look at the source when it has something older to answer with. */
  readonly patienceMs?: number;
}

/** A source that failed is left alone for this long, unless looking costs nothing. */
const PAUSE_MS = 60_000;
const MAX_LOGGED = 20;

interface Kept {
  readonly catalogue: Catalogue;
  readonly leftOut: readonly string[];
  readonly validators: Validators;
}

export function createKeeper({ source, origin, copies, log, now, freshMs, patienceMs = 2_000 }: KeeperDeps): Keeper {
  const closing = new AbortController();
  const about = { source: describeSource(source) };
  let kept: Kept | undefined;
  let fromDisk: Promise<void> | undefined;
  let looking: Promise<Kept> | undefined;
  let nextLookMs = 0;
  let failure: Error | undefined;

  return {
    async read() {
      fromDisk ??= readCopy();
      await fromDisk;
      if (now() >= nextLookMs) void lookAgain();
      if (looking && kept) await settledOrLate(looking, patienceMs);
      else if (looking) await looking.catch(() => undefined);
      if (kept) return kept.catalogue;
      const reason = failure?.message ?? "it was closed";
      throw new AppError("internal", `cannot read the registry "${about.source}": ${reason}`, { cause: failure });
    },

    async renew() {
      const { catalogue, leftOut } = await lookAgain();
      return { catalogue, leftOut };
    },

    async [Symbol.asyncDispose]() {
      closing.abort(new Error("closing"));
      await looking?.catch(() => undefined);
    },
  };

  /** One look at a time; its failure is kept, for whoever asks next. */
  function lookAgain(): Promise<Kept> {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    looking.catch(() => undefined);
    return looking;
  }

  async function look(): Promise<Kept> {
    const { signal } = closing;
    try {
      const seen = await origin.look(kept?.validators, { signal });
      if (seen.kind === "document") {
        const read = await readRegistry(seen.text, seen);
        const { modified, text, validators } = seen;
        signal.throwIfAborted();
        kept = { catalogue: createCatalogue(read.registry), leftOut: read.leftOut, validators };
        warnOf(read.leftOut);
        await keepCopy({ text, modified, ...withoutUndefined(validators) });
      }
      if (!kept) throw new AppError("invalid_input", "it says that nothing changed, to somebody who knows nothing yet");
      if (failure) log.info(about, "the registry can be read again");
      failure = undefined;
      nextLookMs = now() + freshMs;
      return kept;
    } catch (error) {
      if (!signal.aborted) noteFailure(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  }

  /** Said once, not with every read. */
  function noteFailure(error: Error): void {
    if (kept && failure?.message !== error.message) {
      log.warn({ ...about, reason: error.message }, "the registry cannot be read; its last good copy is used");
    }
    failure = error;
    nextLookMs = now() + Math.min(PAUSE_MS, freshMs);
  }

  /** Without a copy the registry works all the same, until its source is out of reach. */
  async function keepCopy(copy: Copy): Promise<void> {
    try {
      await copies.write(source, copy);
    } catch (error) {
      log.warn({ ...about, reason: messageOf(error) }, "no copy could be kept");
    }
  }

  /** A copy is a help and no more: what is wrong with one is not worth an error. */
  async function readCopy(): Promise<void> {
    if (kept) return;
    try {
      const copy = await copies.read(source);
      if (!copy) return;
      const { text, modified, ...validators } = copy;
      const read = await readRegistry(text, { modified });
      kept ??= { catalogue: createCatalogue(read.registry), leftOut: read.leftOut, validators };
    } catch (error) {
      log.warn({ ...about, reason: messageOf(error) }, "the copy of the registry cannot be used");
    }
  }

  function warnOf(leftOut: readonly string[]): void {
    for (const reason of leftOut.slice(0, MAX_LOGGED)) {
      log.warn({ ...about, reason }, "a part of the registry is left out");
    }
    if (leftOut.length > MAX_LOGGED) log.warn({ ...about, more: leftOut.length - MAX_LOGGED }, "more is left out");
  }
}

async function settledOrLate(work: Promise<unknown>, patienceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs);
  });
  await Promise.race([work.catch(() => undefined), late]);
  clearTimeout(timer);
}

function withoutUndefined({ etag, last_modified }: Validators) {
  return { ...(etag !== undefined && { etag }), ...(last_modified !== undefined && { last_modified }) };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
