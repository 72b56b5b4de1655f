import type { ContainerEvent, Labels } from "./runtime.ts";

/** Tells everybody who follows what changed. */
export interface MemoryEvents {
  tell(event: ContainerEvent, labels: Labels): void;
  /** Ends everybody's events with this. */
  break(error: Error): void;
  /** From the call on, not from the first time somebody asks. */
  follow(labels: Labels, options: FollowOptions): AsyncGenerator<ContainerEvent>;
}

export interface FollowOptions {
  readonly signal: AbortSignal;
  /** Ends them at once. */
  readonly error: Error | undefined;
}

interface Follower {
  readonly labels: Labels;
  readonly queue: ContainerEvent[];
  error: Error | undefined;
  wake: () => void;
}

export function createMemoryEvents(): MemoryEvents {
  const followers = new Set<Follower>();

  return {
    tell(event, labels) {
      for (const follower of followers) {
        if (!carries(labels, follower.labels)) continue;
        follower.queue.push(event);
        follower.wake();
      }
    },

    break(error) {
      for (const follower of followers) {
        follower.error = error;
        follower.wake();
      }
    },

    follow(labels, { signal, error }) {
      const follower: Follower = { labels, queue: [], error, wake: () => undefined };
      followers.add(follower);
      return read(follower, signal);
    },
  };

  async function* read(follower: Follower, signal: AbortSignal): AsyncGenerator<ContainerEvent> {
    const onAbort = (): void => follower.wake();
    signal.addEventListener("abort", onAbort);
    try {
      while (!signal.aborted) {
        const event = follower.queue.shift();
        if (event) yield event;
        else if (follower.error) throw follower.error;
        else
          await new Promise<void>((resolve) => {
            follower.wake = resolve;
          });
      }
    } finally {
      followers.delete(follower);
      signal.removeEventListener("abort", onAbort);
    }
  }
}

export const carries = (own: Labels, wanted: Labels): boolean =>
  Object.entries(wanted).every(([key, value]) => own[key] === value);
