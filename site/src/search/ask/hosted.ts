import type { AskSettings } from "../settings.ts";
import type { AskEvent, Assistant, Turn } from "./assistant.ts";
import type { AskFetch } from "./endpoint.ts";
import { eventData } from "./sse.ts";

export interface HostedAssistantDeps {
  readonly settings: Extract<AskSettings, { kind: "hosted" }>;
  readonly fetch: AskFetch;
  readonly locale: string;
  readonly tags: readonly string[];
  /** Fresh ids of messages and conversations. */
  readonly newId: () => string;
  readonly now: () => number;
}

export const ASSISTANT_HOST = "https://askai.algolia.com";

/** A token is renewed this long before it ends. */
const MARGIN_MS = 30_000;

/** Asks the assistant of the hosted search service: a token first, then an event stream. */
export function createHostedAssistant(deps: HostedAssistantDeps): Assistant {
  const { settings, fetch, newId } = deps;
  const host = settings.host ?? ASSISTANT_HOST;
  const conversationId = newId();
  let token: { value: string; endsAt: number } | undefined;

  return {
    isGenerated: true,

    async *ask(turns, { signal }) {
      const response = await fetch(`${host}/chat`, {
        method: "POST",
        signal,
        headers: { ...(await headers(signal)), "X-AI-SDK-Version": "v5" },
        body: JSON.stringify({
          id: conversationId,
          messages: turns.map(({ role, text }: Turn) => ({ id: newId(), role, parts: [{ type: "text", text }] })),
          searchParameters: {
            facetFilters: [`language:${deps.locale}`, deps.tags.map((tag) => `docusaurus_tag:${tag}`)],
          },
          trigger: "submit-message",
        }),
      });
      if (!response.ok || !response.body) throw new Error(`assistant answered ${response.status}`);
      for await (const data of eventData(response.body)) {
        if (data === "[DONE]") return;
        yield* eventsFrom(JSON.parse(data) as StreamPart);
      }
    },

    async rate(messageId, isGood) {
      const body = JSON.stringify({ appId: settings.appId, messageId, thumbs: isGood ? 1 : 0 });
      await fetch(`${host}/chat/feedback`, {
        method: "POST",
        headers: await headers(AbortSignal.timeout(10_000)),
        body,
      });
    },
  };

  async function headers(signal: AbortSignal): Promise<Record<string, string>> {
    const application = {
      "X-Algolia-API-Key": settings.apiKey,
      "X-Algolia-Application-Id": settings.appId,
      "X-Algolia-Index-Name": settings.indexName,
      "X-Algolia-Assistant-Id": settings.assistantId,
    };
    if (!token || token.endsAt - MARGIN_MS < deps.now()) {
      const response = await fetch(`${host}/chat/token`, { method: "POST", signal, headers: application });
      if (!response.ok) throw new Error(`assistant refused a token with ${response.status}`);
      const { token: value } = (await response.json()) as { token: string };
      token = { value, endsAt: endOf(value) };
    }
    return { ...application, "content-type": "application/json", authorization: `TOKEN ${token.value}` };
  }
}

interface StreamPart {
  readonly type?: string;
  readonly messageId?: string;
  readonly delta?: string;
  readonly errorText?: string;
  readonly input?: { readonly query?: string };
  readonly output?: { readonly query?: string };
}

function* eventsFrom({ type, messageId, delta, errorText, input, output }: StreamPart): Generator<AskEvent> {
  if (type === "error") throw new Error(`assistant failed: ${errorText ?? "no reason given"}`);
  if (type === "start" && messageId) yield { kind: "id", id: messageId };
  if (type === "text-delta" && delta) yield { kind: "text", text: delta };
  if (type === "tool-input-available") yield { kind: "searching", query: input?.query ?? "" };
  if (type === "tool-output-available") yield { kind: "searched", query: output?.query ?? "" };
}

/** When a JSON web token ends, in ms; at once when it does not say. */
function endOf(token: string): number {
  try {
    const payload = token.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/");
    return ((JSON.parse(atob(payload)) as { exp?: number }).exp ?? 0) * 1000;
  } catch {
    return 0;
  }
}
