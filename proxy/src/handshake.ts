import type { Journal, StoredHandshake } from "./journal.ts";
import { spanIn } from "./json-rpc.ts";
import { findMember, rawAt, type Span, textAt } from "./json-text.ts";
import type { Refusal } from "./refusal.ts";
import { namesIn } from "./sessions.ts";
import type { ServerLink } from "./server-link.ts";

/** How the server took `initialize`: with a result, as JSON text, or not. */
export type HandshakeOutcome =
  | { readonly kind: "result"; readonly result: string; readonly version: string }
  | { readonly kind: "error"; readonly error: string }
  | { readonly kind: "refusal"; readonly refusal: Refusal };

/**
 * The one handshake with a server. Every process gets one, whoever many clients there are: the first client's, whose
 * result all others are given too.
 */
export interface Handshake {
  /** Whether the server behind us took part, or is about to, so that requests may be sent to it. */
  readonly isKnown: boolean;
  /** Whether it declared the capability. */
  offers(capability: string): boolean;
  /** Whether it declared that it says when its tools change, so that clients listen for it. */
  readonly tellsOfToolChanges: boolean;
  /** What an earlier process of ours agreed on. */
  restore(stored: StoredHandshake): void;
  /** Calls back with the result there is, or with that of the attempt under way, or makes that attempt. */
  perform(params: string, onOutcome: (outcome: HandshakeOutcome) => void): void;
  /** True once: the caller then tells the server. */
  takeInitialized(): boolean;
  /** Whether the process is the one that took part. */
  isWith(run: string): boolean;
  /** The process that is behind us from now on. */
  use(run: string): void;
  /** Whether that process must be told what an earlier one agreed on. */
  readonly isStale: boolean;
  replay(onDone: (failure: string | undefined) => void): void;
}

export interface HandshakeDeps {
  readonly link: ServerLink;
  readonly journal: Journal;
}

/** One `initialize` under way, and who waits for it. */
interface Attempt {
  readonly run: string;
  readonly waiting: Array<(outcome: HandshakeOutcome) => void>;
}

export function createHandshake({ link, journal }: HandshakeDeps): Handshake {
  let run = "";
  let stored: StoredHandshake | undefined;
  /** The names of what the server declared. */
  let capabilities: ReadonlySet<string> = new Set();
  let tellsOfToolChanges = false;
  let isReplaying = false;
  let current: Attempt | undefined;

  return {
    get isKnown() {
      return stored !== undefined && (stored.run === run || isReplaying);
    },
    offers: (capability) => capabilities.has(capability),
    get tellsOfToolChanges() {
      return tellsOfToolChanges;
    },
    isWith: (other) => stored?.run === other,
    restore: keep,

    perform(params, onOutcome) {
      if (current?.run === run) current.waiting.push(onOutcome);
      else if (stored?.run === run) onOutcome(resultOf(stored));
      else attempt(params, { isInitialized: false, isFirst: false, onOutcome });
    },

    takeInitialized() {
      if (stored?.run !== run || stored.isInitialized) return false;
      stored = { ...stored, isInitialized: true };
      return true;
    },

    use(next) {
      run = next;
      isReplaying = false;
    },

    get isStale() {
      return stored !== undefined && stored.run !== run;
    },

    replay(onDone) {
      if (stored === undefined) return onDone(undefined);
      const { params, isInitialized } = stored;
      const replayed = run;
      isReplaying = true;
      attempt(params, {
        isInitialized,
        isFirst: true,
        onOutcome: (outcome) => {
          if (run === replayed) isReplaying = false;
          if (outcome.kind === "result") onDone(undefined);
          else onDone(outcome.kind === "error" ? "it answered with an error" : outcome.refusal.text);
        },
      });
    },
  };

  function attempt(params: string, { isInitialized, isFirst, onOutcome }: AttemptOptions): void {
    const mine: Attempt = { run, waiting: [onOutcome] };
    current = mine;
    link.ask("initialize", params, {
      isFirst,
      onAnswer: (answer) => {
        if ("status" in answer) return settle(mine, { kind: "refusal", refusal: answer });
        const text = (span: Span): string => answer.bytes.toString("utf8", span.start, span.end);
        const span = spanIn(answer, "result");
        if (span === undefined) {
          const error = spanIn(answer, "error");
          return settle(mine, { kind: "error", error: error === undefined ? NO_RESULT : text(error) });
        }
        const handshake: StoredHandshake = {
          kind: "handshake",
          run: mine.run,
          params,
          result: text(span),
          isInitialized,
        };
        keep(handshake);
        if (isInitialized) link.tellFirst(INITIALIZED);
        void journal.write(handshake).then(() => settle(mine, resultOf(handshake)));
      },
    });
  }

  function keep(handshake: StoredHandshake): void {
    stored = handshake;
    const result = Buffer.from(handshake.result);
    const offered = findMember(result, { start: 0, end: result.length }, "capabilities");
    capabilities = namesIn(offered === undefined ? "{}" : result.toString("utf8", offered.start, offered.end));
    const ofTools = offered && findMember(result, offered, "tools");
    const tells = ofTools && findMember(result, ofTools, "listChanged");
    tellsOfToolChanges = tells !== undefined && rawAt(result, tells) === "true";
  }

  function settle(attempted: Attempt, outcome: HandshakeOutcome): void {
    if (current === attempted) current = undefined;
    for (const onOutcome of attempted.waiting) onOutcome(outcome);
  }
}

interface AttemptOptions {
  readonly isInitialized: boolean;
  /** Before all that waits. */
  readonly isFirst: boolean;
  readonly onOutcome: (outcome: HandshakeOutcome) => void;
}

const INITIALIZED = '{"jsonrpc":"2.0","method":"notifications/initialized"}';

const NO_RESULT = '{"code":-32603,"message":"the server gave no result"}';

function resultOf({ result }: StoredHandshake): HandshakeOutcome {
  const bytes = Buffer.from(result);
  const version = textAt(bytes, findMember(bytes, { start: 0, end: bytes.length }, "protocolVersion")) ?? "";
  return { kind: "result", result, version };
}
