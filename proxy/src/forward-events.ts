import { createEventPipe, type EventFilter, type EventPipe } from "./event-pipe.ts";
import type { ToOwn } from "./endpoint-event.ts";
import { toOneLine } from "./json-rpc.ts";
import type { Notices } from "./notice.ts";
import { splice } from "./splice.ts";
import { toolListEdits } from "./tool-list.ts";
import type { ToolView } from "./tool-policy.ts";

export interface EventsOptions {
  readonly toOwn: ToOwn | undefined;
  /** Asked for every chunk: the tools on offer may change while the stream is open. */
  readonly view: () => ToolView | undefined;
  /** Of one event. */
  readonly maxBytes: number;
  readonly notices: Notices;
}

/** A server's event stream as clients may see it: tools as the view has them, and nothing that could not be read. */
export function openEventPipe({ toOwn, view, maxBytes, notices }: EventsOptions): EventPipe {
  let filter: EventFilter | undefined;
  let filtered: ToolView | undefined;
  return createEventPipe({
    toOwn,
    maxBytes,
    filter() {
      const current = view();
      if (current !== filtered) {
        filtered = current;
        filter = current && createFilter(current, notices);
      }
      return filter;
    },
  });
}

function createFilter(view: ToolView, notices: Notices): EventFilter {
  return (data) => {
    const edits = toolListEdits(data, view);
    if (edits === undefined) {
      notices.sendRarely({ level: "warn", text: "an event of the server that is not JSON was left out" });
      return undefined;
    }
    return edits.length === 0 ? data : toOneLine(splice(data, edits));
  };
}
