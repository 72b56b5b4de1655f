import type { LocalService } from "./service.ts";

/** What the page asks of the worker: a method of the service and its arguments. */
export type Call = {
  [Method in keyof LocalService]: { id: number; method: Method; args: Parameters<LocalService[Method]> };
}[keyof LocalService];

export type Reply = { readonly id: number } & ({ readonly value: unknown } | { readonly error: string });

/** One end of a worker or of a message channel. */
export interface Port {
  postMessage(message: unknown): void;
  addEventListener(kind: "message", listener: (event: MessageEvent) => unknown): void;
}

/** Answers calls that arrive at the port. */
export function serve(port: Port, service: LocalService): void {
  port.addEventListener("message", async ({ data }: { data: unknown }) => {
    const { id, method, args } = data as Call;
    try {
      const run = service[method] as (...args: unknown[]) => Promise<unknown>;
      port.postMessage({ id, value: await run(...args) } satisfies Reply);
    } catch (error) {
      port.postMessage({ id, error: error instanceof Error ? error.message : String(error) } satisfies Reply);
    }
  });
}

export interface Remote {
  readonly service: LocalService;
  /** Everything under way and to come fails. */
  fail(reason: Error): void;
}

/** The service at the other end of the port. */
export function callsTo(port: Port): Remote {
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (reason: Error) => void }>();
  let nextId = 0;
  let failure: Error | undefined;
  port.addEventListener("message", ({ data }: { data: unknown }) => {
    const reply = data as Reply;
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ("error" in reply) asked?.reject(new Error(reply.error));
    else asked?.resolve(reply.value as never);
  });

  return {
    service: {
      load: (...args) => call("load", args),
      search: (...args) => call("search", args),
      snippets: (...args) => call("snippets", args),
      texts: (...args) => call("texts", args),
    },

    fail(reason) {
      failure = reason;
      for (const { reject } of waiting.values()) reject(reason);
      waiting.clear();
    },
  };

  function call<M extends keyof LocalService>(
    method: M,
    args: Parameters<LocalService[M]>,
  ): ReturnType<LocalService[M]> {
    return new Promise((resolve, reject) => {
      if (failure) return reject(failure);
      const id = (nextId += 1);
      waiting.set(id, { resolve, reject });
      port.postMessage({ id, method, args });
    }) as ReturnType<LocalService[M]>;
  }
}
