import type { search } from "../manifest/registry.ts";
import type { Run } from "../manifest/spec.ts";
import { limited } from "./shared/limited.ts";
import { allServers, type Server, serverTable } from "./shared/servers.ts";

export const run: Run<typeof search> = async ({ args, flags }, context) => {
  const words = args.query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = (await allServers(await context.api()))
    .filter(({ is_remote }) => is_remote || !flags["only-remote"])
    .map((server) => ({ server, score: scoreOf(server, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ server }) => server);
  const shown = limited(found, flags.limit, context);
  const text = shown.length > 0 ? serverTable(shown, context.io) : `nothing found for "${args.query}"`;
  return { data: shown, text };
};

/** Every word has to be somewhere; where it is decides the order: name, tags, tools, description. */
function scoreOf(server: Server, words: readonly string[]): number {
  const name = server.name.toLowerCase();
  const description = (server.description ?? "").toLowerCase();
  const tags: string[] = [...(server.tags ?? [])].map((tag) => tag.toLowerCase());
  const tools: string[] = [...(server.tools ?? [])].map((tool) => tool.toLowerCase());
  const scores = words.map((word): number => {
    if (name === word) return 16;
    if (name.includes(word)) return 8;
    if (tags.includes(word)) return 4;
    if (tools.some((tool) => tool.includes(word))) return 2;
    return description.includes(word) || tags.some((tag) => tag.includes(word)) ? 1 : 0;
  });
  return scores.every((score) => score > 0) ? scores.reduce((sum, score) => sum + score, 0) : 0;
}
