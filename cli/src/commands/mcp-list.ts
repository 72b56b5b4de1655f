import type { Client } from "@modelcontextprotocol/client";
import type { mcpList } from "../manifest/mcp.ts";
import type { Invocation, Run } from "../manifest/spec.ts";
import { type Column, table, widthOf } from "../output/table.ts";
import type { Context, Outcome } from "../program/context.ts";
import { formatDuration } from "../program/duration.ts";
import { Failure } from "../program/failure.ts";
import { connectTo, mcpTarget } from "./shared/mcp-target.ts";

type Kind = "tools" | "resources" | "prompts";
type Listing = Readonly<Partial<Record<Kind, readonly Entry[]>>>;
type Entry = Readonly<Record<string, unknown>>;

const KINDS: readonly Kind[] = ["tools", "resources", "prompts"];

export const run: Run<typeof mcpList> = (invocation, context) => show(KINDS, invocation, context);
export const tools: Run<typeof mcpList> = (invocation, context) => show(["tools"], invocation, context);
export const resources: Run<typeof mcpList> = (invocation, context) => show(["resources"], invocation, context);
export const prompts: Run<typeof mcpList> = (invocation, context) => show(["prompts"], invocation, context);

async function show(kinds: readonly Kind[], { flags }: Invocation<typeof mcpList>, context: Context): Promise<Outcome> {
  const limit = AbortSignal.timeout(flags.timeout);
  const width = widthOf(context.io);
  const signal = AbortSignal.any([context.signal, limit]);
  try {
    const target = await mcpTarget(flags.server, flags.transport, context);
    await using client = await connectTo(target, { signal });
    const listing: Listing = Object.fromEntries(
      await Promise.all(
        kinds.map(async (kind) => [kind, await listAll(client, kind, { signal, isOnly: kinds.length === 1 })] as const),
      ),
    );
    return {
      data: listing,
      text: kinds.map((kind) => section(kind, listing[kind] ?? [], kinds.length > 1, width)).join("\n\n"),
    };
  } catch (error) {
    if (!limit.aborted) throw error;
    throw new Failure("timed out", `no answer within ${formatDuration(flags.timeout)}`, { cause: error });
  }
}

/** Every page of one kind. A server that has none of the kind has an empty list, unless it was asked for alone. */
async function listAll(
  client: Client,
  kind: Kind,
  { signal, isOnly }: { signal: AbortSignal; isOnly: boolean },
): Promise<readonly Entry[]> {
  if (!client.getServerCapabilities()?.[kind]) {
    if (isOnly) throw new Failure("failure", `the server has no ${kind}`);
    return [];
  }
  const entries: Entry[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await pageOf(client, kind, cursor, signal);
    entries.push(...page.entries);
    if (page.next === undefined) return entries;
    cursor = page.next;
  }
}

async function pageOf(
  client: Client,
  kind: Kind,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<{ entries: Entry[]; next: string | undefined }> {
  const params = cursor === undefined ? {} : { cursor };
  switch (kind) {
    case "tools": {
      const { tools: entries, nextCursor: next } = await client.listTools(params, { signal });
      return { entries, next };
    }
    case "resources": {
      const { resources: entries, nextCursor: next } = await client.listResources(params, { signal });
      return { entries, next };
    }
    case "prompts": {
      const { prompts: entries, nextCursor: next } = await client.listPrompts(params, { signal });
      return { entries, next };
    }
    default:
      return kind satisfies never;
  }
}

const text =
  (key: string) =>
  ({ [key]: value }: Entry): string =>
    typeof value === "string" ? value : "";

const COLUMNS: Readonly<Record<Kind, ReadonlyArray<Column<Entry>>>> = {
  tools: [
    { title: "TOOL", of: text("name") },
    { title: "DESCRIPTION", of: text("description") },
  ],
  resources: [
    { title: "RESOURCE", of: text("name") },
    { title: "URI", of: text("uri") },
    { title: "TYPE", of: text("mimeType") },
    { title: "DESCRIPTION", of: text("description") },
  ],
  prompts: [
    { title: "PROMPT", of: text("name") },
    {
      title: "ARGUMENTS",
      of: ({ arguments: names = [] }) => (names as Array<{ name: string }>).map(({ name }) => name).join(", "),
    },
    { title: "DESCRIPTION", of: text("description") },
  ],
};

function section(kind: Kind, entries: readonly Entry[], isOneOfSeveral: boolean, width: number | undefined): string {
  return entries.length > 0 || !isOneOfSeveral ? table(entries, COLUMNS[kind], { width }) : `no ${kind}`;
}
