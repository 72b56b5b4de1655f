import { type Message, spanIn } from "./json-rpc.ts";
import { findMember, textAt } from "./json-text.ts";
import type { Session } from "./sessions.ts";
import type { ClientWaiter } from "./waiters.ts";

/** A request that was answered with a task (revision 2025-11-25): it goes on, and so does what belongs to it. */
export interface Task {
  readonly session: Session;
  readonly wireToken: number;
  readonly rawToken: string | undefined;
}

export interface Tasks {
  /** Notes the task that an answer created, if it did. */
  learn(waiter: ClientWaiter, answer: Message): void;
  byId(taskId: string): Task | undefined;
  /** The one whose progress the server reports under this token. */
  byToken(wireToken: number): Task | undefined;
  drop(session: Session): void;
  /** The server is gone, and its tasks with it. */
  clear(): void;
}

const MAX_TASKS = 10_000;

export function createTasks(): Tasks {
  /** Oldest first. */
  const tasks = new Map<string, Task>();

  return {
    learn({ session, wireId, rawToken }, answer) {
      const result = spanIn(answer, "result");
      const task = result && findMember(answer.bytes, result, "task");
      const id = textAt(answer.bytes, task && findMember(answer.bytes, task, "taskId"));
      if (id === undefined || session.hasEnded || session.kind === "once") return;
      const [oldest] = tasks.keys();
      if (tasks.size >= MAX_TASKS && oldest !== undefined) tasks.delete(oldest);
      tasks.set(id, { session, wireToken: wireId, rawToken });
    },

    byId: (taskId) => tasks.get(taskId),

    byToken(wireToken) {
      for (const task of tasks.values()) if (task.wireToken === wireToken) return task;
      return undefined;
    },

    drop(session) {
      for (const [id, task] of tasks) if (task.session === session) tasks.delete(id);
    },

    clear: () => tasks.clear(),
  };
}
