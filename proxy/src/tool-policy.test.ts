import { AppError } from "@toolhaven/contract/errors";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createToolView, type ToolPolicy } from "./tool-policy.ts";

const names = fc.constantFrom("a", "b", "c", "d", "__proto__", "constructor", "");

const policies: fc.Arbitrary<ToolPolicy> = fc.record({
  offered: fc.array(names, { maxLength: 3 }),
  overrides: fc
    .uniqueArray(fc.tuple(names, fc.option(names, { nil: undefined })), { selector: ([own]) => own, maxLength: 4 })
    .map((entries) => Object.fromEntries(entries.map(([own, name]) => [own, { name, description: "d" }]))),
});

function viewOf(policy: ToolPolicy) {
  try {
    return createToolView(policy);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

describe("a view of tools", () => {
  test("shows a tool by a name exactly when a call of that name reaches it, and no two by one name", () => {
    fc.assert(
      fc.property(policies, fc.uniqueArray(names, { minLength: 7, maxLength: 7 }), (policy, owns) => {
        const view = viewOf(policy);
        if (view === undefined) return;
        const shown = owns.flatMap((own) => view.shown(own)?.name ?? []);
        expect(new Set(shown).size).toBe(shown.length);
        const isReached = (own: string): boolean => view.ownNameOf(view.shown(own)!.name) === own;
        const isShown = (visible: string): boolean => view.shown(view.ownNameOf(visible)!)?.name === visible;
        expect(owns.filter((own) => view.shown(own) !== undefined && !isReached(own))).toEqual([]);
        expect(owns.filter((name) => view.ownNameOf(name) !== undefined && !isShown(name))).toEqual([]);
      }),
    );
  });

  test("offers all but the first names of what was renamed when nothing is chosen", () => {
    const view = createToolView({ offered: [], overrides: { old: { name: "new" }, told: { description: "better" } } })!;
    expect([view.shown("old"), view.shown("told"), view.shown("other")]).toEqual([
      { name: "new", description: undefined },
      { name: "told", description: "better" },
      { name: "other", description: undefined },
    ]);
    expect(["new", "old", "told", "other"].map((name) => view.ownNameOf(name))).toEqual([
      "old",
      undefined,
      "told",
      "other",
    ]);
  });

  test("lets two tools change names, and hides one whose name was given away", () => {
    const swapped = createToolView({ offered: [], overrides: { a: { name: "b" }, b: { name: "a" } } })!;
    expect([swapped.ownNameOf("a"), swapped.ownNameOf("b")]).toEqual(["b", "a"]);
    const given = createToolView({ offered: [], overrides: { a: { name: "b" } } })!;
    expect([given.shown("b"), given.ownNameOf("b")]).toEqual([undefined, "a"]);
  });

  test("is no view when nothing is chosen and nothing is changed", () => {
    expect(createToolView({ offered: [], overrides: {} })).toBeUndefined();
  });

  test.each([
    { a: { name: "c" }, b: { name: "c" } },
    { a: { name: "b" }, b: { description: "d" } },
  ])("TF-08 is refused when two tools would have one name: %j", (overrides) => {
    expect(() => createToolView({ offered: [], overrides })).toThrow(
      expect.objectContaining({
        code: "invalid_input",
        message: expect.stringMatching(/^tools "a" and "b" would both/),
      }),
    );
  });
});
