import type { Bridge } from "./bridge.ts";
import type { HandshakeOutcome } from "./handshake.ts";
import { memberOf, type Message, rawId, spanIn, toOneLine } from "./json-rpc.ts";
import type { Refusal } from "./refusal.ts";
import { answerSink } from "./server-link.ts";
import { splice } from "./splice.ts";
import type { Sink } from "./waiters.ts";

/** What a client says of itself, and the revision that was agreed on. */
export interface Declared {
  readonly version: string;
  /** JSON text. */
  readonly capabilities: string;
}

export interface InitializeOptions {
  readonly bridge: Bridge;
  readonly sink: Sink;
  /** Called before the answer goes out. */
  readonly admit: (declared: Declared) => Promise<Refusal | undefined>;
}

/** A client's `initialize`. Its session begins only when the server took the handshake, be it this one or an earlier. */
export function initialize(request: Message, { bridge, sink, admit }: InitializeOptions): void {
  const id = rawId(request);
  bridge.initialize(paramsOf(request), (outcome) => void answer(outcome));

  async function answer(outcome: HandshakeOutcome): Promise<void> {
    if (outcome.kind === "refusal") return answerSink(sink, outcome.refusal, id);
    if (outcome.kind === "error") return send(`"error":${outcome.error}`);
    const refusal = await admit({ version: outcome.version, capabilities: capabilitiesOf(request) });
    if (refusal !== undefined) answerSink(sink, refusal, id);
    else send(`"result":${outcome.result}`);
  }

  function send(member: string): void {
    const rest = Buffer.from(`,${member}}`).toString("latin1");
    sink.answer(Buffer.from(`{"jsonrpc":"2.0","id":${id}${rest}`, "latin1"), 200);
  }
}

/** In one line, and with a progress token that is nobody's: the process may be told the same again without this client. */
function paramsOf(request: Message): string {
  const span = spanIn(request, "params");
  if (span === undefined) return "{}";
  const token = spanIn(request, "metaToken");
  const bytes = toOneLine(request.bytes.subarray(span.start, span.end));
  if (token === undefined) return bytes.toString();
  const shifted = { start: token.start - span.start, end: token.end - span.start };
  return splice(bytes, [{ span: shifted, text: "0" }]).toString();
}

function capabilitiesOf(request: Message): string {
  const span = memberOf(request, "params", "capabilities");
  return span === undefined ? "{}" : request.bytes.toString("utf8", span.start, span.end);
}
