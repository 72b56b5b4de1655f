import { type Message, rawId, sameness, spanIn } from "./json-rpc.ts";
import { rawAt } from "./json-text.ts";
import { errorMessage } from "./refusal.ts";
import type { ServerLink } from "./server-link.ts";
import type { Session } from "./sessions.ts";
import { splice } from "./splice.ts";

/** Requests of the server that a client is to answer. Each is given an id of its own, and only that client's answer counts. */
export interface ServerRequests {
  /** Notes who is to answer; returns the request as the client sees it, and what takes it back with an error. */
  assign(request: Message, session: Session): { json: Buffer; withdraw: (text: string) => void };
  /** A client's response. False when it answers nothing that this client was asked. */
  answer(session: Session, response: Message): boolean;
  /** The server cancelled one: who was asked, and the cancellation as that client sees it. */
  cancel(notification: Message): { session: Session; json: Buffer } | undefined;
  /** Whether the session was asked something under this progress token. */
  hasToken(session: Session, rawToken: string): boolean;
  /** Answers the server with an error. */
  refuse(rawServerId: string, error: { code: number; text: string }): void;
  /** The session is gone: all it was asked is refused. */
  drop(session: Session): void;
  /** The server is gone. */
  clear(): void;
}

interface Asked {
  readonly session: Session;
  readonly rawServerId: string;
  readonly rawToken: string | undefined;
}

/** So many may be open; clients need not answer. */
const MAX_ASKED = 10_000;

export const METHOD_NOT_FOUND = -32601;
export const INTERNAL_ERROR = -32603;

export function createServerRequests(link: ServerLink): ServerRequests {
  /** By the id that the client was given. */
  const asked = new Map<string, Asked>();

  const requests: ServerRequests = {
    assign(request, session) {
      const edgeId = String(link.nextId());
      const token = spanIn(request, "metaToken");
      const rawToken = token && sameness(rawAt(request.bytes, token));
      const rawServerId = rawId(request);
      const [oldest] = asked;
      if (asked.size >= MAX_ASKED && oldest !== undefined) {
        asked.delete(oldest[0]);
        requests.refuse(oldest[1].rawServerId, { code: INTERNAL_ERROR, text: "the client has too many open requests" });
      }
      asked.set(edgeId, { session, rawServerId, rawToken });
      return {
        json: splice(request.bytes, [{ span: request.id!, text: edgeId }]),
        withdraw: (text) => {
          if (asked.delete(edgeId)) requests.refuse(rawServerId, { code: INTERNAL_ERROR, text });
        },
      };
    },

    answer(session, response) {
      const edgeId = rawId(response);
      const found = asked.get(edgeId);
      if (found?.session !== session) return false;
      asked.delete(edgeId);
      return link.send(splice(response.bytes, [{ span: response.id!, text: found.rawServerId }], "\n"));
    },

    cancel(notification) {
      const span = spanIn(notification, "requestId");
      const wanted = span && sameness(rawAt(notification.bytes, span));
      for (const [edgeId, { session, rawServerId }] of asked) {
        if (span === undefined || sameness(rawServerId) !== wanted) continue;
        asked.delete(edgeId);
        return { session, json: splice(notification.bytes, [{ span, text: edgeId }]) };
      }
      return undefined;
    },

    hasToken(session, rawToken) {
      const wanted = sameness(rawToken);
      for (const request of asked.values()) if (request.session === session && request.rawToken === wanted) return true;
      return false;
    },

    refuse(rawServerId, error) {
      link.send(splice(errorMessage(error, rawServerId), [], "\n"));
    },

    drop(session) {
      for (const [edgeId, request] of asked) {
        if (request.session !== session) continue;
        asked.delete(edgeId);
        requests.refuse(request.rawServerId, { code: INTERNAL_ERROR, text: "the client is gone" });
      }
    },

    clear: () => asked.clear(),
  };
  return requests;
}
