import type { Log } from "@toolhaven/engine/log";

export interface AnsweredCall {
  readonly request_id: string;
  readonly method: string;
  /** The path of the route table, never what was sent: values stay out of the log. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

/** Ties what is logged during a call to its id, and says how each call ended. */
export interface CallLog {
  during<T>(requestId: string, work: () => Promise<T>): Promise<T>;
  answered(call: AnsweredCall): void;
}

/** Every call at debug; one that failed on our side as an error, so that its id finds it. */
export function createCallLog(log: Pick<Log, "debug" | "error"> & Pick<CallContext, "during">): CallLog {
  return {
    during: (request_id, work) => log.during({ request_id }, work),
    answered: (call) =>
      call.status >= 500 ? log.error(call, "the call failed") : log.debug(call, "the call was answered"),
  };
}

interface CallContext {
  during<T>(fields: object, work: () => Promise<T>): Promise<T>;
}

/** For an app nobody watches. */
export const noCallLog: CallLog = { during: (_id, work) => work(), answered: () => undefined };
