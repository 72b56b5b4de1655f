import { untilAborted } from "../wait.ts";

export interface WaitOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: ((text: string) => void) | undefined;
}

export interface SharedWork<T> extends AsyncDisposable {
  /** Starts the work of that name, or joins it when it is under way; who joins hears the latest progress at once. */
  join(name: string, start: StartWork<T>, options: WaitOptions): Promise<T>;
}

export type StartWork<T> = (options: { signal: AbortSignal; onProgress: (text: string) => void }) => Promise<T>;

interface Job<T> {
  readonly done: Promise<T>;
  readonly stop: AbortController;
  readonly listeners: Set<(text: string) => void>;
  waiting: number;
  latest: string | undefined;
}

/**
 * One piece of work per name at a time, shared by all who want it. It ends when nobody has waited for it for a while:
 * who asks again at once, as after a changed wish, finds it still under way.
 */
export function createSharedWork<T>({ graceMs }: { graceMs: number }): SharedWork<T> {
  const jobs = new Map<string, Job<T>>();

  return {
    async join(name, start, { signal, onProgress }) {
      signal.throwIfAborted();
      const job = jobs.get(name) ?? begin(name, start);
      const listener = (text: string): void => onProgress?.(text);
      job.listeners.add(listener);
      job.waiting += 1;
      if (job.latest !== undefined) listener(job.latest);
      try {
        return await untilAborted(job.done, signal);
      } finally {
        job.listeners.delete(listener);
        job.waiting -= 1;
        if (job.waiting === 0) setTimeout(() => stopIfAlone(name, job), graceMs).unref();
      }
    },

    async [Symbol.asyncDispose]() {
      const running = [...jobs.values()];
      for (const { stop } of running) stop.abort(new Error("closing"));
      await Promise.allSettled(running.map(({ done }) => done));
    },
  };

  function begin(name: string, start: StartWork<T>): Job<T> {
    const stop = new AbortController();
    const onProgress = (text: string): void => {
      job.latest = text;
      for (const listener of job.listeners) listener(text);
    };
    const done = Promise.resolve()
      .then(() => start({ signal: stop.signal, onProgress }))
      .finally(() => {
        if (jobs.get(name) === job) jobs.delete(name);
      });
    done.catch(() => undefined);
    const job: Job<T> = { done, stop, listeners: new Set(), waiting: 0, latest: undefined };
    jobs.set(name, job);
    return job;
  }

  /** Its name is free at once: who comes now starts anew instead of joining what is being stopped. */
  function stopIfAlone(name: string, job: Job<T>): void {
    if (job.waiting > 0 || jobs.get(name) !== job) return;
    jobs.delete(name);
    job.stop.abort(new Error("nobody waits for it any more"));
  }
}
