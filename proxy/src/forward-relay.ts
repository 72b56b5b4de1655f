import type { IncomingMessage, ServerResponse } from "node:http";
import type { AppError } from "@toolhaven/contract/errors";
import type { EventPipe } from "./event-pipe.ts";
import type { ActivityLog } from "./forward-activity.ts";
import { isEventStream, relayAnswer } from "./forward-answer.ts";
import { openEventPipe } from "./forward-events.ts";
import { ownEndpoint, ownPath, type Target } from "./forward-target.ts";
import type { AdmittedRequest } from "./forward-tools.ts";
import { isCompressed, mayHoldMessages, relayWhole } from "./forward-whole.ts";
import type { Notices } from "./notice.ts";
import { eventOf } from "./sse-writer.ts";
import type { ToolView } from "./tool-policy.ts";

/** A client that does not read its stream hears no more than this of what we have to say. */
const UNREAD_BYTES = 1024 * 1024;

export interface RelayDeps {
  readonly options: RelayOptions;
  /** Path that the client asked for. */
  readonly asked: string;
  /** The answer cannot be used. */
  readonly onUnusable: (reason: string) => void;
}

export interface RelayOptions {
  readonly target: Target;
  /** A longer message of the server is refused, where messages are read. */
  readonly answerBytes: number;
  /** Whether GET event streams are HTTP+SSE sessions, whose `endpoint` event names the server's own address. */
  readonly isSse: boolean;
  readonly activity: ActivityLog;
  readonly notices: Notices;
  /** What the tools on offer make of the request; undefined when all are on offer, and the answer passes unread. */
  readonly admitted: AdmittedRequest | undefined;
  /** The tools on offer now. */
  readonly view: () => ToolView | undefined;
}

/** The way of one answer to its client. */
export interface Relay {
  /** True from the start of the answer to a GET that is an event stream: nobody waits for its end. */
  isStream: boolean;
  /** Where the client of this HTTP+SSE stream posts to, once the server said so. */
  endpoint: string | undefined;
  /** `path`: where it came from. `isHeard`: the client may want to hear of changed tools on it. */
  start(answer: IncomingMessage, options: { path: string; isHeard: boolean }): void;
  /** Says something of our own on the event stream; false when there is none that is read. */
  tell(json: Buffer): boolean;
  /** Other tools are on offer than before. */
  toolsChanged(): void;
}

export function createRelay(req: IncomingMessage, res: ServerResponse, deps: RelayDeps): Relay {
  const { options, asked, onUnusable } = deps;
  const { target, answerBytes, activity, view, admitted } = options;
  let pipe: EventPipe | undefined;
  // Plain members: one of these is made for every call, and accessors cost more than the rest of it.
  const relay: Relay = { isStream: false, endpoint: undefined, start, tell, toolsChanged };
  return relay;

  function start(answer: IncomingMessage, { path, isHeard }: { path: string; isHeard: boolean }): void {
    const isEvents = isEventStream(answer);
    relay.isStream = isEvents && req.method === "GET";
    const current = admitted && view();
    if (isEvents) relayEvents(answer, { path, isHeard });
    else if (current === undefined || !mayHoldMessages(answer, req.method)) relayBytes(answer);
    else relayWhole(answer, res, { view: current, maxBytes: answerBytes, onBytes: activity.noteAnswer, onUnusable });
  }

  function tell(json: Buffer): boolean {
    if (pipe?.isReady !== true || res.writableEnded || res.destroyed || res.writableLength > UNREAD_BYTES) return false;
    res.write(pipe.add(Buffer.from(eventOf(json), "latin1")));
    return true;
  }

  function toolsChanged(): void {
    if (relay.isStream && pipe === undefined && view() !== undefined) onUnusable("its event stream is compressed");
  }

  function relayEvents(answer: IncomingMessage, { path, isHeard }: { path: string; isHeard: boolean }): void {
    const { isStream } = relay;
    const isSession = options.isSse && isStream;
    const mustRead = isSession || (view() !== undefined && (isStream || admitted !== undefined));
    if (!isCompressed(answer)) {
      const toOwn = isSession ? (given: string) => noteEndpoint(given, path) : undefined;
      if (mustRead || isStream || isHeard)
        pipe = openEventPipe({ toOwn, view, maxBytes: answerBytes, notices: options.notices });
    } else if (mustRead) return onUnusable("its event stream is compressed");
    relayBytes(answer);
  }

  function relayBytes(answer: IncomingMessage): void {
    const onRefused = ({ message }: AppError): void => onUnusable(message);
    relayAnswer(answer, res, { rewrite: pipe?.push, onBytes: activity.noteAnswer, onRefused });
  }

  function noteEndpoint(given: string, answered: string): string | undefined {
    relay.endpoint = ownPath(given, answered, target);
    return ownEndpoint(given, { asked, answered, target });
  }
}
