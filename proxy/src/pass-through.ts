import type { Backend } from "./backend.ts";
import { createForwarder, type ForwarderOptions } from "./forward.ts";

/** For servers that speak HTTP themselves. */
export function createPassThrough(options: ForwarderOptions): Backend {
  const forwarder = createForwarder(options);
  return {
    ...forwarder,
    connect(upstream) {
      if (upstream.kind !== "http") throw new Error("this proxy stands in front of an HTTP server");
      forwarder.connect(upstream.origin);
    },
  };
}
