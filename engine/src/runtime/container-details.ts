import type { InspectedContainer, ListedContainers } from "./answers.ts";
import { PORT_LABEL } from "./create-body.ts";
import { toState } from "./dialect.ts";
import type { ContainerDetails, ContainerSummary, Labels } from "./runtime.ts";

/** What both engines write for a time that has not come yet. */
const NEVER = "0001-01-01T00:00:00Z";

/** Podman's clean-up takes a tenth of a second; one that failed is not waited for. */
const CLEANUP_LIMIT_MS = 5_000;

export const fromListed = ({ Id, Names, Labels, State }: ListedContainers[number]): ContainerSummary => ({
  id: Id,
  name: bareName(Names[0] ?? ""),
  labels: withoutOurs(Labels),
  state: toState(State),
});

export function fromInspected(
  { Id, Name, Image, State, Config, NetworkSettings }: InspectedContainer,
  { reachesContainers }: { reachesContainers: boolean },
): ContainerDetails {
  const state = isCleaningUp(State) ? "running" : toState(State.Status);
  const isUp = state === "running" || state === "paused";
  const hasEnded = (state === "exited" || state === "dead") && State.StartedAt !== NEVER;
  return {
    id: Id,
    name: bareName(Name),
    labels: withoutOurs(Config.Labels),
    state,
    image: Image,
    startedAt: State.StartedAt === NEVER ? "" : State.StartedAt,
    exitCode: hasEnded ? State.ExitCode : undefined,
    outOfMemory: State.OOMKilled,
    address: isUp ? addressOf(Config.Labels[PORT_LABEL], NetworkSettings, reachesContainers) : undefined,
  };
}

/**
 * Podman is not through with a container when its process is over: what is attached to or started before it is would be
 * torn down again. Until then the container counts as running, but not for ever.
 */
function isCleaningUp({ Status, FinishedAt }: InspectedContainer["State"]): boolean {
  return Status === "stopped" && Date.now() - Date.parse(FinishedAt) < CLEANUP_LIMIT_MS;
}

function addressOf(
  port: string | undefined,
  { Networks, Ports }: InspectedContainer["NetworkSettings"],
  reachesContainers: boolean,
): ContainerDetails["address"] {
  if (!port) return undefined;
  if (reachesContainers) {
    const host = Object.values(Networks)
      .map(({ IPAddress }) => IPAddress)
      .find((address) => address !== "");
    return host === undefined ? undefined : { host, port: Number(port) };
  }
  const published = Ports[`${port}/tcp`]?.[0]?.HostPort;
  return published ? { host: "127.0.0.1", port: Number(published) } : undefined;
}

/** Docker writes names with a slash in front. */
const bareName = (name: string): string => name.replace(/^\//, "");

function withoutOurs(labels: Labels): Labels {
  const { [PORT_LABEL]: _, ...rest } = labels;
  return rest;
}
