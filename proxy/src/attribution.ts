import { memberOf, type Message } from "./json-rpc.ts";
import { findMember, textAt } from "./json-text.ts";
import type { ServerLink } from "./server-link.ts";
import type { Session, Sessions } from "./sessions.ts";
import type { Tasks } from "./tasks.ts";

/** Whom a message of the server concerns, where that can be known. */
export interface Attribution {
  /** The client that is there, if there is just one. */
  onlyLive(): Session | undefined;
  /** The one whose task it names. */
  byTask(message: Message): Session | undefined;
  /** The one that a request can only be meant for. */
  ofRequest(message: Message): Session | undefined;
}

export interface AttributionDeps {
  readonly link: ServerLink;
  readonly sessions: Sessions;
  readonly tasks: Tasks;
}

const RELATED_TASK = "io.modelcontextprotocol/related-task";

export function createAttribution({ link, sessions, tasks }: AttributionDeps): Attribution {
  const attribution: Attribution = {
    onlyLive() {
      const live = sessions.live();
      return live.length === 1 ? live[0] : undefined;
    },

    byTask(message) {
      const related = memberOf(message, "meta", RELATED_TASK);
      const span = related ? findMember(message.bytes, related, "taskId") : memberOf(message, "params", "taskId");
      const id = textAt(message.bytes, span);
      return id === undefined ? undefined : tasks.byId(id)?.session;
    },

    ofRequest: (message) => attribution.byTask(message) ?? attribution.onlyLive() ?? link.waiters.only()?.session,
  };
  return attribution;
}
