import type { Engine } from "../engine/engine.ts";
import type { RelevanceQuery } from "./queries.ts";

export interface Relevance {
  /** Mean of 1 / place of the first wanted page; 1 when it always comes first. */
  readonly mrr: number;
  readonly recallAt1: number;
  readonly recallAt3: number;
  /** Queries whose first answer was not wanted, with what came instead. */
  readonly misses: readonly string[];
}

/** How well an engine answers, seen by what a reader is shown from top to bottom. */
export function relevanceOf(
  engine: Engine,
  queries: readonly RelevanceQuery[],
  shown: (engine: Engine, query: string) => string[],
): Relevance {
  const places = queries.map(({ query, wanted }) => {
    const urls = shown(engine, query);
    const place = urls.findIndex((url) =>
      wanted.some((page) => url === `/toolhaven/${page.replace(/(^|\/)index$/, "$1")}`),
    );
    return { place, miss: `${query} → ${urls.slice(0, 4).join(" ")} (${place + 1})` };
  });
  const share = (max: number): number => places.filter(({ place }) => place >= 0 && place < max).length / places.length;
  return {
    mrr: places.reduce((sum, { place }) => sum + (place < 0 ? 0 : 1 / (place + 1)), 0) / places.length,
    recallAt1: share(1),
    recallAt3: share(3),
    misses: places.filter(({ place }) => place !== 0).map(({ miss }) => miss),
  };
}
