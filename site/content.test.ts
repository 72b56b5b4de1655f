import { expect, test } from "vitest";
import { problemsOf } from "./content.ts";
import { COMMAND_PAGES, PAGES } from "./routes.ts";

const all = new Set(PAGES);

test("WS-17 a page that is neither written nor planned, or both, or nowhere in the site, is named with its remedy", () => {
  expect(problemsOf({ written: all, planned: new Set() })).toEqual([]);
  expect(problemsOf({ written: new Set([...all].filter((page) => page !== "faq")), planned: new Set() })).toEqual([
    'page "faq" is missing: write it or add it to planned.ts',
  ]);
  expect(problemsOf({ written: all, planned: new Set(["faq"]) })).toEqual([
    'page "faq" is written: remove it from planned.ts',
  ]);
  expect(problemsOf({ written: new Set([...all, "guides-cli/nowhere"]), planned: new Set() })).toEqual([
    'page "guides-cli/nowhere" has no address: add it to routes.ts and sidebars.ts',
  ]);
});

test("WS-01 the site has every command page of its specification", () => {
  expect(COMMAND_PAGES.length).toBeGreaterThanOrEqual(76);
  expect(COMMAND_PAGES).toContain("reference/cli/thv_config_otel_set-sampling-rate");
  expect(COMMAND_PAGES).toContain("reference/cli/thv_mcp_list_tools");
});
