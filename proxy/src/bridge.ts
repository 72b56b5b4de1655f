import { randomUUID } from "node:crypto";
import { createDelivery, type Delivery } from "./delivery.ts";
import { createHandshake, type HandshakeOutcome } from "./handshake.ts";
import type { Activity, Health } from "./health.ts";
import type { Declared } from "./initialize.ts";
import type { Journal, StoredHandshake, StoredSession } from "./journal.ts";
import type { Message } from "./json-rpc.ts";
import type { ProxyLimits } from "./limits.ts";
import { createLogLevels } from "./log-levels.ts";
import type { Notices } from "./notice.ts";
import { createReceive, type Receive } from "./receive.ts";
import { answerTooLate, type Refusal, sessionNotFound, tooManySessions, unavailable } from "./refusal.ts";
import { createRouter } from "./router.ts";
import { createServerLink, refuseWaiter } from "./server-link.ts";
import { createServerRequests } from "./server-requests.ts";
import { createSessions, type Session, type Sessions } from "./sessions.ts";
import { splice } from "./splice.ts";
import { createSubscriptions } from "./subscriptions.ts";
import { createTasks } from "./tasks.ts";
import { toolListEdits } from "./tool-list.ts";
import type { ToolView } from "./tool-policy.ts";
import { toolsChangedMessage } from "./tools-changed.ts";
import type { StdioUpstream } from "./upstream.ts";
import type { Waiter } from "./waiters.ts";

/** One stdio server, shared by many clients that do not notice each other. */
export interface Bridge {
  readonly sessions: Sessions;
  readonly delivery: Delivery;
  readonly receive: Receive;
  /** Why the message cannot be sent to the server now. */
  refusal(message: Message): Refusal | undefined;
  /** `params` is JSON text. */
  initialize(params: string, onOutcome: (outcome: HandshakeOutcome) => void): void;
  /** A session that outlives this process; its id may be given out. */
  admit(declared: Declared): Promise<Session | Refusal>;
  connect(upstream: StdioUpstream): void;
  disconnect(reason: string): void;
  /** From now on clients see these tools, and are told so where the server tells of such changes. */
  setTools(view: ToolView | undefined): void;
  check(options: { signal: AbortSignal }): Promise<Health>;
  activity(): Activity;
  sweep(now: number): void;
}

export interface BridgeOptions {
  readonly name: string;
  readonly limits: ProxyLimits;
  readonly notices: Notices;
  readonly journal: Journal;
  /** Undefined: all of the server's, as they are. */
  readonly tools: ToolView | undefined;
  readonly stored: { readonly handshake: StoredHandshake | undefined; readonly sessions: readonly StoredSession[] };
}

export function createBridge({ name, limits, notices, journal, stored, ...options }: BridgeOptions): Bridge {
  let { tools } = options;
  /** Why there is no server to talk to, or none that can be talked to. */
  let whyNot: string | undefined = "it has not started";
  let lastRun: string | undefined;
  /** Counts servers that came and went, so that what was begun with one does not end with the next. */
  let generation = 0;
  const tasks = createTasks();
  const sessions = createSessions({
    maxSessions: limits.sessions,
    idleMs: limits.sessionIdleMs,
    onEnd: cleanUp,
  });
  const link = createServerLink({
    name,
    limits,
    notices,
    onMessage: (message) => route(message),
    onAnswer: settle,
    onOverdue: giveUp,
    onLost: () => leave("the server exited"),
  });
  const handshake = createHandshake({ link, journal });
  const subscriptions = createSubscriptions(link);
  const levels = createLogLevels({ link, sessions, journal });
  const requests = createServerRequests(link);
  const delivery = createDelivery({ waiters: link.waiters, sessions, limits });
  const parts = { link, handshake, sessions, subscriptions, levels, requests, tasks, journal, delivery, notices };
  const route = createRouter({ ...parts, answerMs: limits.answerMs });
  const receive = createReceive({ ...parts, name, answerMs: limits.answerMs, tools: () => tools });
  restore();

  return {
    sessions,
    delivery,
    receive,
    refusal({ method }) {
      // A server that does not take the handshake of an earlier one may yet take a client's own.
      if (whyNot === undefined || (method === "initialize" && link.isAttached)) return undefined;
      return unavailable(name, whyNot);
    },

    initialize(params, onOutcome) {
      handshake.perform(params, (outcome) => {
        if (outcome.kind === "result" && link.isAttached) whyNot = undefined;
        onOutcome(outcome);
      });
    },

    async admit(declared) {
      const session = sessions.open("streamable-http", { id: randomUUID(), ...declared });
      if (session === undefined) return tooManySessions(name, limits.sessions);
      await journal.write({ kind: "session", id: session.id, ...declared, subscriptions: [] });
      return session;
    },

    connect,
    disconnect: leave,
    check,

    setTools(view) {
      tools = view;
      if (!handshake.tellsOfToolChanges) return;
      const topic = "notifications/tools/list_changed";
      for (const session of sessions.all()) delivery.deliverApart(session, toolsChangedMessage(), { topic });
    },

    activity: () => ({
      sessions: sessions.live().length,
      inFlight: link.waiters.inFlight,
      lastAnswerAt: link.lastAnswerAt,
    }),

    sweep(now) {
      link.sweep(now);
      delivery.sweep(now);
      sessions.sweep(now);
    },
  };

  function connect(upstream: StdioUpstream): void {
    const { run } = upstream;
    leave("it was replaced");
    const isSameProcess = run === lastRun || handshake.isWith(run);
    if (run !== lastRun) {
      requests.clear();
      tasks.clear();
    }
    lastRun = run;
    handshake.use(run);
    whyNot = undefined;
    link.attach(upstream);
    // It may have ended before anybody looked.
    if (!link.isAttached) return;
    // A line half written to the same process must not swallow the next one.
    if (isSameProcess) link.tellFirst("");
    if (handshake.isStale) replay();
  }

  function replay(): void {
    const replayed = generation;
    link.hold();
    handshake.replay((failure) => {
      if (generation !== replayed) return;
      if (failure === undefined) {
        subscriptions.replay();
        levels.replay();
        notices.send({ level: "info", text: "the handshake was repeated with a fresh server" });
      } else {
        whyNot = `it does not take the handshake again: ${failure}`;
        link.failAll(unavailable(name, whyNot));
        notices.send({ level: "warn", text: "a fresh server does not take the handshake again", fields: { failure } });
      }
      link.release();
    });
  }

  function leave(reason: string): void {
    generation += 1;
    whyNot = reason;
    link.detach(reason);
  }

  function settle(waiter: Waiter, answer: Message): void {
    if (waiter.kind === "own") return waiter.onAnswer(answer);
    const { session, sink, onSettled, isToolList } = waiter;
    sessions.touch(session);
    onSettled?.(answer, waiter);
    const edits = [{ span: answer.id!, text: waiter.rawId }];
    if (isToolList && tools !== undefined) edits.push(...(toolListEdits(answer.bytes, tools) ?? []));
    sink.answer(splice(answer.bytes, edits), 200);
  }

  function giveUp(waiter: Waiter): void {
    link.waiters.take(waiter.wireId);
    if (waiter.kind === "client") cancelAtServer(waiter.wireId, "no answer in time");
    refuseWaiter(waiter, answerTooLate(name, limits.answerMs));
  }

  function cleanUp(session: Session): void {
    for (const waiter of session.inFlight > 0 ? [...link.waiters.all()] : []) {
      if (waiter.kind !== "client" || waiter.session !== session) continue;
      link.waiters.take(waiter.wireId);
      cancelAtServer(waiter.wireId, "the client is gone");
      refuseWaiter(waiter, sessionNotFound());
    }
    session.backlog = [];
    requests.drop(session);
    tasks.drop(session);
    subscriptions.drop(session);
    if (session.level !== undefined) levels.refresh();
    if (session.kind === "streamable-http") void journal.write({ kind: "ended", id: session.id });
  }

  function cancelAtServer(wireId: number, reason: string): void {
    const params = JSON.stringify({ requestId: wireId, reason });
    link.send(Buffer.from(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":${params}}\n`));
  }

  function restore(): void {
    if (stored.handshake !== undefined) handshake.restore(stored.handshake);
    for (const { subscriptions: uris, level, ...details } of stored.sessions) {
      const session = sessions.open("streamable-http", details);
      if (session === undefined) continue;
      for (const uri of uris) subscriptions.add(session, uri);
      session.level = level;
    }
  }

  function check({ signal }: { signal: AbortSignal }): Promise<Health> {
    if (whyNot !== undefined) return Promise.resolve({ healthy: false, reason: unavailable(name, whyNot).text });
    if (!handshake.isKnown) return Promise.resolve({ healthy: true });
    return new Promise((resolve, reject) => {
      const takeBack = link.ask("ping", undefined, {
        onAnswer: (answer) => {
          signal.removeEventListener("abort", onAbort);
          resolve("status" in answer ? { healthy: false, reason: answer.text } : { healthy: true });
        },
      });
      signal.addEventListener("abort", onAbort, { once: true });
      if (signal.aborted) onAbort();

      function onAbort(): void {
        takeBack();
        if (isTimeout(signal.reason)) resolve({ healthy: false, reason: `workload "${name}" does not answer in time` });
        else reject(signal.reason as Error);
      }
    });
  }
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === "TimeoutError";
}
