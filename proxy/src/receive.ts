import type { Handshake } from "./handshake.ts";
import type { Journal } from "./journal.ts";
import { memberOf, type Message, rawId, spanIn, toOneLine } from "./json-rpc.ts";
import { rawAt, textAt } from "./json-text.ts";
import type { LogLevels } from "./log-levels.ts";
import { busy, cancelled, initializeRequired, invalidRequest, type Refusal } from "./refusal.ts";
import { answerSink, type ServerLink } from "./server-link.ts";
import type { ServerRequests } from "./server-requests.ts";
import type { Session, Sessions } from "./sessions.ts";
import { type Edit, splice } from "./splice.ts";
import type { Subscriptions } from "./subscriptions.ts";
import type { Tasks } from "./tasks.ts";
import { admitMessage } from "./tool-call.ts";
import type { ToolView } from "./tool-policy.ts";
import type { ClientWaiter, Sink } from "./waiters.ts";

export interface ReceiveDeps {
  readonly name: string;
  readonly answerMs: number;
  readonly link: ServerLink;
  readonly handshake: Handshake;
  readonly sessions: Sessions;
  readonly subscriptions: Subscriptions;
  readonly levels: LogLevels;
  readonly requests: ServerRequests;
  readonly tasks: Tasks;
  readonly journal: Journal;
  /** The tools on offer now; undefined when all are. */
  readonly tools: () => ToolView | undefined;
}

/** Every message of a client but `initialize` passes here on its way to the server, once. */
export interface Receive {
  /** Refused, or `sink` gets the answer. */
  request(message: Message, session: Session, sink: Sink): Refusal | undefined;
  /** Resolves once it may be called accepted. */
  notification(message: Message, session: Session): Refusal | Promise<void> | undefined;
  response(message: Message, session: Session): Refusal | undefined;
}

type Settled = NonNullable<ClientWaiter["onSettled"]>;

/** So many resources one session may be subscribed to. */
const MAX_SUBSCRIPTIONS = 10_000;

export function createReceive(deps: ReceiveDeps): Receive {
  const { name, answerMs, link, handshake, sessions, subscriptions, levels, requests, tasks, journal, tools } = deps;

  return {
    request(message, session, sink) {
      if (message.method === "initialize") return invalidRequest('"initialize" stands alone');
      if (!handshake.isKnown) {
        if (message.method !== "ping") return initializeRequired();
        return answerHere(message, sink);
      }
      const view = tools();
      return view === undefined ? take(message, session, sink) : admit(message, session, { sink, view });
    },

    notification(message, session) {
      if (!handshake.isKnown) return initializeRequired();
      sessions.touch(session);
      const view = tools();
      const refusal = view && admitMessage(message, view);
      if (refusal !== undefined && "status" in refusal) return refusal;
      switch (message.method) {
        case "notifications/initialized":
          return initialized(message);
        case "notifications/cancelled":
          return cancel(message, session);
        case "notifications/progress": {
          const token = spanIn(message, "progressToken");
          const isOurs = token !== undefined && requests.hasToken(session, rawAt(message.bytes, token));
          return isOurs ? tell(message) : undefined;
        }
        default:
          return tell(message);
      }
    },

    response(message, session) {
      sessions.touch(session);
      requests.answer(session, message);
      return undefined;
    },
  };

  function take(message: Message, session: Session, sink: Sink): Refusal | undefined {
    switch (message.method) {
      case "logging/setLevel":
        return setLevel(message, session, sink);
      case "resources/subscribe":
        return subscribe(message, session, sink);
      case "resources/unsubscribe":
        return unsubscribe(message, session, sink);
      default:
        return forward(message, session, { sink, onSettled: spanIn(message, "task") && learnTask });
    }
  }

  /** The server never hears of a tool that is not on offer; whoever asked for it is answered as by the server. */
  function admit(
    message: Message,
    session: Session,
    { sink, view }: { sink: Sink; view: ToolView },
  ): Refusal | undefined {
    const admitted = admitMessage(message, view);
    if (!("status" in admitted)) return take(admitted, session, sink);
    sessions.touch(session);
    answerSink(sink, admitted, rawId(message));
    return undefined;
  }

  function forward(
    message: Message,
    session: Session,
    { sink, onSettled }: { sink: Sink; onSettled?: Settled | undefined },
  ): Refusal | undefined {
    const wireId = link.nextId();
    const token = spanIn(message, "metaToken");
    const edits: Edit[] = [{ span: message.id!, text: String(wireId) }];
    if (token !== undefined) edits.push({ span: token, text: String(wireId) });
    if (!link.send(splice(toOneLine(message.bytes), edits, "\n"))) return busy(name);
    link.waiters.add({
      kind: "client",
      wireId,
      session,
      rawId: rawId(message),
      rawToken: token && rawAt(message.bytes, token),
      sink,
      isToolList: message.method === "tools/list",
      deadline: Date.now() + answerMs,
      onSettled,
    });
    sessions.touch(session);
    return undefined;
  }

  function learnTask(answer: Message | undefined, waiter: ClientWaiter): void {
    if (answer !== undefined) tasks.learn(waiter, answer);
  }

  function tell(message: Message): Refusal | undefined {
    return link.send(splice(toOneLine(message.bytes), [], "\n")) ? undefined : busy(name);
  }

  function answerHere(message: Message, sink: Sink): undefined {
    sink.answer(Buffer.from(`{"jsonrpc":"2.0","id":${rawId(message)},"result":{}}`, "latin1"), 200);
  }

  function initialized(message: Message): Refusal | Promise<void> | undefined {
    if (!handshake.takeInitialized()) return undefined;
    // First to the server, then to the store: one that never hears of it refuses all requests, twice does no harm.
    return tell(message) ?? journal.write({ kind: "initialized" });
  }

  /** An id that this client does not have in flight could be another client's. */
  function cancel(message: Message, session: Session): Refusal | undefined {
    const span = spanIn(message, "requestId");
    const waiter = span && link.waiters.named(session, rawAt(message.bytes, span));
    if (waiter === undefined) return undefined;
    const edit = { span: span!, text: String(waiter.wireId) };
    if (!link.send(splice(toOneLine(message.bytes), [edit], "\n"))) return busy(name);
    link.waiters.take(waiter.wireId);
    waiter.onSettled?.(undefined, waiter);
    answerSink(waiter.sink, cancelled(), waiter.rawId);
    return undefined;
  }

  function setLevel(message: Message, session: Session, sink: Sink): Refusal | undefined {
    const level = textAt(message.bytes, memberOf(message, "params", "level"));
    if (level === undefined || !levels.isLevel(level) || !handshake.offers("logging")) {
      return forward(message, session, { sink });
    }
    sessions.touch(session);
    levels.set(session, level);
    return answerHere(message, sink);
  }

  function subscribe(message: Message, session: Session, sink: Sink): Refusal | undefined {
    const uri = textAt(message.bytes, spanIn(message, "uri"));
    if (uri === undefined) return forward(message, session, { sink });
    if (session.subscriptions.size >= MAX_SUBSCRIPTIONS) {
      return invalidRequest(`a session has at most ${MAX_SUBSCRIPTIONS} subscriptions`);
    }
    if (!subscriptions.mustAsk(uri)) {
      sessions.touch(session);
      subscriptions.add(session, uri);
      save(session, "subscribed", uri);
      return answerHere(message, sink);
    }
    subscriptions.started(uri);
    const onSettled: Settled = (answer) => {
      const isAccepted = answer !== undefined && spanIn(answer, "result") !== undefined;
      subscriptions.settled(session, uri, isAccepted);
      if (isAccepted && !session.hasEnded) save(session, "subscribed", uri);
    };
    const refusal = forward(message, session, { sink, onSettled });
    if (refusal !== undefined) subscriptions.settled(session, uri, false);
    return refusal;
  }

  function unsubscribe(message: Message, session: Session, sink: Sink): Refusal | undefined {
    const uri = textAt(message.bytes, spanIn(message, "uri"));
    if (uri === undefined) return forward(message, session, { sink });
    const wasSubscribed = session.subscriptions.has(uri);
    const isLast = subscriptions.remove(session, uri);
    if (wasSubscribed) save(session, "unsubscribed", uri);
    if (isLast) return forward(message, session, { sink });
    sessions.touch(session);
    return answerHere(message, sink);
  }

  function save({ kind, id }: Session, what: "subscribed" | "unsubscribed", uri: string): void {
    if (kind === "streamable-http") void journal.write({ kind: what, id, uri });
  }
}
