import { quote } from "@toolhaven/contract/quote";
import { fold } from "./fold.ts";
import { type Message, readClientMessage, spanIn } from "./json-rpc.ts";
import { membersOf, textAt } from "./json-text.ts";
import { invalidParams, invalidRequest, methodNotFound, type Refusal } from "./refusal.ts";
import { splice } from "./splice.ts";
import type { ToolView } from "./tool-policy.ts";

/**
 * A client's message as the server may have it: with the server's own name of the tool it calls. A refusal when the
 * client may not call that tool, or when a server could understand the message otherwise than we do.
 */
export function admitMessage(message: Message, view: ToolView): Message | Refusal {
  const { kind, method } = message;
  if (kind === "response" || !fold(method).startsWith("tools/")) return message;
  // There are two such methods; of what else a server may know by such a name, nobody can say what it does.
  if (method !== "tools/list" && method !== "tools/call") return methodNotFound(method, isModern(message) ? 404 : 200);
  if (kind === "notification") return invalidRequest(`"${method}" needs an "id"`);
  return method === "tools/list" ? message : admitCall(message, view);
}

function admitCall(message: Message, view: ToolView): Message | Refusal {
  const visible = toolNameOf(message);
  if (visible === undefined) return invalidParams('"params.name" must be a string, given once');
  const own = view.ownNameOf(visible);
  if (own === undefined) return invalidParams(`unknown tool ${quote(visible)}`);
  if (own === visible) return message;
  const text = Buffer.from(JSON.stringify(own)).toString("latin1");
  const renamed = readClientMessage(splice(message.bytes, [{ span: spanIn(message, "name")!, text }]));
  if (renamed.kind === "malformed") throw new Error("a renamed call is no message");
  return renamed;
}

/** What a `tools/call` names; undefined unless every reader finds the same there. */
export function toolNameOf(message: Message): string | undefined {
  const params = spanIn(message, "params");
  if (params === undefined) return undefined;
  const names = membersOf(message.bytes, params).filter(({ key }) => fold(key) === "name");
  return names.length === 1 ? textAt(message.bytes, spanIn(message, "name")) : undefined;
}

const isModern = (message: Message): boolean => spanIn(message, "metaVersion") !== undefined;
