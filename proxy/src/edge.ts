import type { Bridge } from "./bridge.ts";
import type { ProxyLimits } from "./limits.ts";
import type { Streams } from "./streams.ts";

/** What the ways in have in common. */
export interface EdgeDeps {
  readonly name: string;
  readonly bridge: Bridge;
  readonly streams: Streams;
  readonly limits: ProxyLimits;
}
