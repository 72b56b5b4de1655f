import type { ServerResponse } from "node:http";
import type { ProxyLimits } from "./limits.ts";
import type { Notices } from "./notice.ts";
import { EventStream } from "./sse-writer.ts";

/** All event streams of a proxy. */
export interface Streams {
  open(res: ServerResponse, headers?: Readonly<Record<string, string>>): EventStream;
  sweep(now: number): void;
  endAll(): void;
}

export function createStreams(limits: ProxyLimits, notices: Notices): Streams {
  const streams = new Set<EventStream>();

  return {
    open(res, headers = {}) {
      const stream = new EventStream(res, { limits, headers, onTooSlow });
      streams.add(stream);
      res.on("close", () => streams.delete(stream));
      return stream;
    },

    sweep(now) {
      for (const stream of streams) stream.keepAlive(now, limits.keepAliveMs);
    },

    endAll() {
      for (const stream of streams) stream.end();
    },
  };

  function onTooSlow(): void {
    notices.sendRarely({ level: "warn", text: "a client that does not read its event stream was cut off" });
  }
}
