import { AppError } from "@toolhaven/contract/errors";
import { dataOf, type EventText, withData } from "./event-fields.ts";

/** What clients shall see in place of an HTTP+SSE server's endpoint; `undefined` when it is foreign. */
export type ToOwn = (endpoint: string) => string | undefined;

/**
 * The event with its endpoint made ours, or `undefined` when it is another kind of event.
 * @throws AppError `invalid_input` when the endpoint is foreign: the stream must then end without it
 */
export function rewriteEndpoint(event: Buffer, text: EventText, toOwn: ToOwn): Buffer | undefined {
  if (text.fields.findLast(({ name }) => name === "event")?.value !== "endpoint") return undefined;
  const endpoint = Buffer.from(dataOf(text), "latin1").toString();
  if (endpoint === "") return undefined;
  const own = toOwn(endpoint);
  if (own === undefined) throw new AppError("invalid_input", "the endpoint event names another host");
  return own === endpoint ? event : withData(text, own);
}
