import { AppError } from "@toolhaven/contract/errors";
import { Event } from "./answers.ts";
import type { EngineClient } from "./engine-client.ts";
import { refusal } from "./engine-errors.ts";
import type { ContainerEvent, Labels } from "./runtime.ts";

/** The engine's own events from the call on; one that came just before may be among them. */
export function followEvents(
  client: EngineClient,
  labels: Labels,
  { signal }: { signal: AbortSignal },
): AsyncGenerator<ContainerEvent> {
  // Asked for by time, so that nothing gets lost before the engine listens.
  return follow(client, labels, { signal, sinceSeconds: Math.floor(Date.now() / 1000) });
}

async function* follow(
  client: EngineClient,
  labels: Labels,
  { signal, sinceSeconds }: { signal: AbortSignal; sinceSeconds: number },
): AsyncGenerator<ContainerEvent> {
  const wanted = Object.entries(labels);
  const query = {
    filters: JSON.stringify({ type: ["container"], label: wanted.map(([key, value]) => `${key}=${value}`) }),
    since: String(sinceSeconds),
  };
  try {
    const answer = await client.stream({ method: "GET", path: "/events", query }, { signal });
    if (!("lines" in answer)) throw refusal("follow events", answer);
    for await (const line of answer.lines) {
      const { ID, Attributes } = Event.parse(line).Actor;
      // Podman sends what carries any of the labels.
      if (wanted.every(([key, value]) => Attributes[key] === value)) {
        yield { id: ID, name: Attributes["name"] ?? "" };
      }
    }
  } catch (error) {
    if (signal.aborted) return;
    throw error;
  }
  if (signal.aborted) return;
  throw new AppError(
    "runtime_unavailable",
    `the container engine at "${client.socketPath}" ended its events; check that it still runs`,
  );
}
