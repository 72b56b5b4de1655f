import type { Attachment, ContainerDetails, ContainerId } from "../runtime/runtime.ts";
import { isRemote, type Revision } from "./definition.ts";
import { type Listener, listenerKey } from "./listener.ts";
import { runOf } from "./plan.ts";
import type { Holdings, StepContext } from "./step-context.ts";
import { toolPolicy } from "./tools.ts";

/** Puts a running container behind the workload's address, in place of whatever was there. */
export async function connect(
  container: ContainerDetails,
  revision: Revision,
  context: StepContext,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const { holdings, memory } = context;
  const { request } = revision;
  const headers = isRemote(request) ? await context.deps.resolveHeaders(request) : {};
  const listener = await listenerFor(revision, context);
  listener.proxy.setTools(toolPolicy(request));
  if (isRemote(request)) {
    memory.connectedTo = container.id;
    listener.proxy.connect({ kind: "remote", url: request.url, headers });
  } else if (request.transport === "stdio") {
    if (!holdings.attachments.has(container.id)) await attachTo(container.id, context, { signal });
    const attachment = holdings.attachments.get(container.id)!;
    // The proxy owns the attachment from here on and ends it when another upstream takes its place.
    holdings.attachments.delete(container.id);
    // Set first: the one that is replaced ends now, and its end must not count as ours.
    memory.connectedTo = container.id;
    listener.proxy.connect({ kind: "stdio", run: runOf(container), ...tapEnd(attachment, container.id, context) });
  } else {
    const { address } = container;
    if (!address) throw new Error(`container "${container.name}" has no address`);
    memory.connectedTo = container.id;
    listener.proxy.connect({ kind: "http", origin: `http://${address.host}:${address.port}` });
  }
}

/** Opens the container's streams for `connect`; made before a start, so that not even the first line is lost. */
export async function attachTo(
  id: ContainerId,
  { deps, holdings }: StepContext,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  holdings.attachments.get(id)?.[Symbol.dispose]();
  holdings.attachments.delete(id);
  holdings.attachments.set(id, await deps.runtime.attach(id, { signal }));
}

async function listenerFor(revision: Revision, { deps, holdings, memory }: StepContext): Promise<Listener> {
  if (holdings.listener?.key === listenerKey(revision)) return holdings.listener;
  const old = holdings.listener;
  const spare = takeSpare(holdings, revision);
  // The same port spoken in another way can only be opened once the old listener is gone.
  await old?.[Symbol.asyncDispose]();
  holdings.listener = undefined;
  memory.isListening = false;
  holdings.listener = spare ?? (await deps.openListener(revision));
  memory.isListening = true;
  return holdings.listener;
}

/**
 * Passes an attachment on and hears its end: the server exited, or the engine went away. Calls wait from then on
 * until it is known which, and whether it comes back.
 */
function tapEnd(attachment: Attachment, id: ContainerId, context: StepContext): Attachment {
  return {
    write: (bytes) => attachment.write(bytes),
    pause: () => attachment.pause(),
    resume: () => attachment.resume(),
    open: (listeners) =>
      attachment.open({
        onStdout: (bytes) => listeners.onStdout(bytes),
        onStderr: (bytes) => listeners.onStderr(bytes),
        onDrain: () => listeners.onDrain(),
        onEnd: () => {
          listeners.onEnd();
          if (context.memory.connectedTo === id) {
            disconnect(context, "the server ended");
            context.holdings.listener?.proxy.hold();
          }
          context.wake();
        },
      }),
    [Symbol.dispose]: () => attachment[Symbol.dispose](),
  };
}

/** No server behind the address now; callers are told why. */
export function disconnect({ holdings, memory }: Pick<StepContext, "holdings" | "memory">, reason: string): void {
  memory.connectedTo = undefined;
  holdings.listener?.proxy.disconnect(reason);
}

export async function closeListeners({ holdings, memory }: Pick<StepContext, "holdings" | "memory">): Promise<void> {
  const open = [holdings.listener, holdings.spare];
  holdings.listener = undefined;
  holdings.spare = undefined;
  memory.isListening = false;
  memory.connectedTo = undefined;
  for (const listener of open) await listener?.[Symbol.asyncDispose]();
}

/** The listener that an edit opened ahead for this revision, if it did. */
export function takeSpare(holdings: Holdings, revision: Revision): Listener | undefined {
  if (holdings.spare?.key !== listenerKey(revision)) return undefined;
  const { spare } = holdings;
  holdings.spare = undefined;
  return spare;
}
