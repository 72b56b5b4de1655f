import { integerAt, type Message, readBatch, readServerMessage, toOneLine } from "./json-rpc.ts";
import type { ProxyLimits } from "./limits.ts";
import { createLines, type LineEnds } from "./lines.ts";
import type { Notices } from "./notice.ts";
import { createOutbox } from "./outbox.ts";
import { answerTooLarge, busy, errorMessage, type Refusal, serverGone } from "./refusal.ts";
import type { StdioUpstream } from "./upstream.ts";
import { createWaiters, type Sink, type Waiter, type Waiters } from "./waiters.ts";

/** One stdio server as long as it is there, and who waits for what from it. */
export interface ServerLink {
  readonly waiters: Waiters;
  readonly isAttached: boolean;
  /** Time of the last answer, `Date.now()` based; 0 when there was none. */
  readonly lastAnswerAt: number;
  /** Takes the place of an earlier server; what that one owed fails. */
  attach(upstream: StdioUpstream): void;
  /** Whoever waits is told so. */
  detach(reason: string): void;
  nextId(): number;
  /** A line with its break. False: it was not sent, the server is gone or does not read. */
  send(line: Buffer): boolean;
  /** A request of the proxy's own. Returns what takes it back. `isFirst`: also while others are held. */
  ask(method: string, params: string | undefined, options: AskOptions): () => void;
  tellFirst(line: string): void;
  hold(): void;
  release(): void;
  /** Whoever waits is refused, and what was not sent yet is not sent. */
  failAll(refusal: Refusal): void;
  /** Ends what waits for too long. */
  sweep(now: number): void;
}

export interface AskOptions {
  readonly onAnswer: (answer: Message | Refusal) => void;
  readonly isFirst?: boolean;
}

export interface ServerLinkOptions {
  readonly name: string;
  readonly limits: ProxyLimits;
  readonly notices: Notices;
  /** Everything but answers. */
  readonly onMessage: (message: Message) => void;
  /** An answer that somebody waits for, who is no longer on the list. */
  readonly onAnswer: (waiter: Waiter, answer: Message) => void;
  readonly onOverdue: (waiter: Waiter) => void;
  /** The server ended by itself, or the connection to it broke. */
  readonly onLost: () => void;
}

export function createServerLink(options: ServerLinkOptions): ServerLink {
  const { name, limits, notices, onMessage, onAnswer, onOverdue, onLost } = options;
  const waiters = createWaiters();
  const outbox = createOutbox(limits);
  let attached: StdioUpstream | undefined;
  let lastAnswerAt = 0;
  /** Time-based, so that a successor of this process never reuses an id that the same server still works on. */
  let lastId = Date.now() * 1000;

  const link: ServerLink = {
    waiters,
    get isAttached() {
      return attached !== undefined;
    },
    get lastAnswerAt() {
      return lastAnswerAt;
    },

    attach(upstream) {
      link.detach("it was replaced");
      attached = upstream;
      outbox.attach(upstream);
      const push = createLines({ maxBytes: limits.lineBytes, onLine: readLine, onTooLong: failTooLong });
      const isCurrent = (): boolean => attached === upstream;
      upstream.open({
        onStdout: (bytes) => void (isCurrent() && push(bytes)),
        onStderr: () => undefined,
        onDrain: () => void (isCurrent() && outbox.drained()),
        onEnd: () => void (isCurrent() && onLost()),
      });
    },

    detach(reason) {
      const left = attached;
      attached = undefined;
      outbox.detach();
      left?.[Symbol.dispose]();
      link.failAll(serverGone(name, reason));
    },

    failAll(refusal) {
      outbox.clear();
      for (const waiter of [...waiters.all()]) fail(waiter, refusal);
    },

    nextId: () => (lastId += 1),
    send: (line) => outbox.send(line, waiters.inFlight === 0),

    ask(method, params, { onAnswer: settle, isFirst = false }) {
      const wireId = link.nextId();
      waiters.add({ kind: "own", wireId, deadline: Date.now() + limits.answerMs, onAnswer: settle });
      const rest = params === undefined ? "" : `,"params":${params}`;
      const line = Buffer.from(`{"jsonrpc":"2.0","id":${wireId},"method":"${method}"${rest}}\n`);
      if (isFirst) outbox.sendFirst(line);
      else if (!outbox.send(line)) {
        waiters.take(wireId);
        settle(busy(name));
      }
      return () => void waiters.take(wireId);
    },

    tellFirst: (line) => outbox.sendFirst(Buffer.from(`${line}\n`)),
    hold: outbox.hold,
    release: outbox.release,

    sweep(now) {
      for (const waiter of waiters.all()) {
        if (now >= waiter.deadline) onOverdue(waiter);
        else if (waiter.kind === "client" && now >= waiter.sink.slowAt) waiter.sink.showLife();
      }
    },
  };
  return link;

  function readLine(line: Buffer): void {
    const message = readServerMessage(line);
    if (message.kind !== "malformed") return take(message);
    const elements = readBatch(line);
    if (elements === undefined) {
      notices.sendRarely({ level: "warn", text: "the server wrote a line to stdout that is not a JSON-RPC message" });
    }
    for (const element of elements ?? []) {
      const inner = readServerMessage(element);
      if (inner.kind !== "malformed") take(inner);
    }
  }

  function take(read: Message): void {
    // What goes out as an event must be one line; offsets stay the same.
    const bytes = toOneLine(read.bytes);
    const message = bytes === read.bytes ? read : { ...read, bytes };
    if (message.kind !== "response") return onMessage(message);
    lastAnswerAt = Date.now();
    const waiter = waiters.take(integerAt(message.bytes, message.id!));
    if (waiter !== undefined) onAnswer(waiter, message);
  }

  function failTooLong(ends: LineEnds): void {
    const { length } = ends;
    notices.sendRarely({ level: "warn", text: "the server wrote a line that is too long", fields: { bytes: length } });
    const wireId = answeredId(ends);
    const waiter = wireId === undefined ? undefined : waiters.get(wireId);
    if (waiter !== undefined) fail(waiter, answerTooLarge(name, limits.lineBytes));
  }

  function fail(waiter: Waiter, refusal: Refusal): void {
    if (waiters.take(waiter.wireId) !== undefined) refuseWaiter(waiter, refusal);
  }
}

/** For a waiter that is no longer on the list. */
export function refuseWaiter(waiter: Waiter, refusal: Refusal): void {
  if (waiter.kind === "own") return waiter.onAnswer(refusal);
  waiter.onSettled?.(undefined, waiter);
  answerSink(waiter.sink, refusal, waiter.rawId);
}

export function answerSink(sink: Sink, refusal: Refusal, rawId: string): void {
  sink.answer(errorMessage(refusal, rawId), refusal.status);
}

/** The id of an answer of which only the ends are known; both patterns can only match in the outermost object. */
function answeredId({ head, tail }: LineEnds): number | undefined {
  const found =
    /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*"?(\d{1,16})"?\s*,/.exec(head.toString("latin1")) ??
    /,\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*"?(\d{1,16})"?\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(
      tail.toString("latin1"),
    );
  return found === null ? undefined : Number(found[1]);
}
