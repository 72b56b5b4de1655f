import { createAttribution } from "./attribution.ts";
import type { Delivery } from "./delivery.ts";
import { integerAt, memberOf, type Message, rawId, spanIn } from "./json-rpc.ts";
import { textAt } from "./json-text.ts";
import type { LogLevels } from "./log-levels.ts";
import type { Notices } from "./notice.ts";
import type { ServerLink } from "./server-link.ts";
import { INTERNAL_ERROR, METHOD_NOT_FOUND, type ServerRequests } from "./server-requests.ts";
import type { Session, Sessions } from "./sessions.ts";
import { splice } from "./splice.ts";
import type { Subscriptions } from "./subscriptions.ts";
import type { Tasks } from "./tasks.ts";

export interface RouterDeps {
  readonly link: ServerLink;
  readonly sessions: Sessions;
  readonly delivery: Delivery;
  readonly subscriptions: Subscriptions;
  readonly levels: LogLevels;
  readonly requests: ServerRequests;
  readonly tasks: Tasks;
  readonly notices: Notices;
  readonly answerMs: number;
}

/** The capability without which a client does not expect the request. */
const NEEDED: ReadonlyMap<string, string> = new Map([
  ["sampling/createMessage", "sampling"],
  ["elicitation/create", "elicitation"],
  ["roots/list", "roots"],
  ["tasks/get", "tasks"],
  ["tasks/result", "tasks"],
  ["tasks/list", "tasks"],
  ["tasks/cancel", "tasks"],
]);

/** Brings what the server says of its own accord to whom it concerns. Never to all, never to a guess. */
export function createRouter(deps: RouterDeps): (message: Message) => void {
  const { link, sessions, delivery, subscriptions, levels, requests, tasks, notices, answerMs } = deps;
  const attribution = createAttribution(deps);

  return function route(message) {
    if (message.kind === "request") return routeRequest(message);
    switch (message.method) {
      case "notifications/progress":
        return routeProgress(message);
      case "notifications/tools/list_changed":
      case "notifications/prompts/list_changed":
      case "notifications/resources/list_changed":
        // Says nothing about any client, and makes each fetch what it may see.
        for (const session of sessions.all()) {
          delivery.deliverApart(session, message.bytes, { topic: message.method });
        }
        return undefined;
      case "notifications/resources/updated":
        return routeUpdated(message);
      case "notifications/message":
        return routeLog(message);
      case "notifications/cancelled":
        return routeCancelled(message);
      default:
        return routeOther(message);
    }
  };

  function routeProgress(message: Message): void {
    const span = spanIn(message, "progressToken");
    const token = span === undefined ? -1 : integerAt(message.bytes, span);
    const waiter = link.waiters.get(token);
    const owner = waiter ?? tasks.byToken(token);
    if (owner === undefined || !("rawToken" in owner) || owner.rawToken === undefined) return drop(message);
    const json = splice(message.bytes, [{ span: span!, text: owner.rawToken }]);
    if (!("sink" in owner)) return delivery.deliver(owner.session, json);
    owner.deadline = Date.now() + answerMs;
    if (owner.sink.canStream) owner.sink.message(json);
  }

  function routeUpdated(message: Message): void {
    const uri = textAt(message.bytes, spanIn(message, "uri")) ?? "";
    for (const session of subscriptions.heldBy(uri)) {
      delivery.deliverApart(session, message.bytes, { topic: `resource ${uri}` });
    }
  }

  /** What a server logs may be anybody's secret. */
  function routeLog(message: Message): void {
    const level = textAt(message.bytes, memberOf(message, "params", "level")) ?? "";
    const session = attribution.onlyLive();
    if (session !== undefined) {
      if (levels.isWanted(session, level)) delivery.deliver(session, message.bytes);
      return;
    }
    const running = link.waiters.only();
    if (running?.sink.canStream !== true) return drop(message);
    if (levels.isWanted(running.session, level)) running.sink.message(message.bytes);
  }

  function routeCancelled(message: Message): void {
    const found = requests.cancel(message);
    if (found === undefined) return drop(message);
    delivery.deliver(found.session, found.json);
  }

  function routeOther(message: Message): void {
    const session = attribution.byTask(message) ?? attribution.onlyLive();
    if (session === undefined) return drop(message);
    delivery.deliver(session, message.bytes);
  }

  function routeRequest(message: Message): void {
    const id = rawId(message);
    if (message.method === "ping") {
      link.send(Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":{}}\n`, "latin1"));
      return;
    }
    const session = attribution.ofRequest(message);
    if (session === undefined) {
      drop(message);
      requests.refuse(id, { code: INTERNAL_ERROR, text: "cannot attribute the request to one of several clients" });
      return;
    }
    const refusal = whyNot(session, message.method);
    if (refusal !== undefined) return requests.refuse(id, refusal);
    const { json, withdraw } = requests.assign(message, session);
    delivery.deliver(session, json, { onExpired: () => withdraw("the client has no stream for requests") });
  }

  function whyNot(session: Session, method: string): { code: number; text: string } | undefined {
    const needed = NEEDED.get(method);
    if (session.kind === "once") return { code: INTERNAL_ERROR, text: "the client has no session" };
    if (needed === undefined || session.capabilities.has(needed)) return undefined;
    return { code: METHOD_NOT_FOUND, text: `the client did not declare the capability "${needed}"` };
  }

  function drop({ method }: Message): void {
    notices.sendRarely({
      level: "debug",
      text: "a message of the server that belongs to no one client was dropped",
      fields: { method: method.slice(0, 100), requests: link.waiters.inFlight },
    });
  }
}
