import { type Message, spanIn } from "./json-rpc.ts";
import { findMember, textAt } from "./json-text.ts";
import type { Session } from "./sessions.ts";

/** Which session's request became which task (revision 2025-11-25); what the server says of the task goes there. */
export interface Tasks {
  /** Notes the task that an answer created, if it did. */
  learn(session: Session, answer: Message): void;
  owner(taskId: string): Session | undefined;
  drop(session: Session): void;
  /** The server is gone, and its tasks with it. */
  clear(): void;
}

const MAX_TASKS = 10_000;

export function createTasks(): Tasks {
  /** Oldest first. */
  const owners = new Map<string, Session>();

  return {
    learn(session, answer) {
      const result = spanIn(answer, "result");
      const task = result && findMember(answer.bytes, result, "task");
      const id = textAt(answer.bytes, task && findMember(answer.bytes, task, "taskId"));
      if (id === undefined || session.hasEnded || session.kind === "once") return;
      owners.set(id, session);
      for (const oldest of owners.keys())
        if (owners.size > MAX_TASKS) owners.delete(oldest);
        else break;
    },

    owner: (taskId) => owners.get(taskId),

    drop(session) {
      for (const [id, owner] of owners) if (owner === session) owners.delete(id);
    },

    clear: () => owners.clear(),
  };
}
