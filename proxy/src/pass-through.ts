import type { Backend } from "./backend.ts";
import { createForwarder, type ForwarderOptions } from "./forward.ts";

/** For servers that speak HTTP themselves, here or elsewhere. */
export function createPassThrough(options: ForwarderOptions): Backend {
  const forwarder = createForwarder(options);
  return {
    ...forwarder,
    connect(upstream) {
      if (upstream.kind === "stdio") throw new Error("this proxy stands in front of an HTTP server");
      forwarder.connect(upstream);
    },
  };
}
