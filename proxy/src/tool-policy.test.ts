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
    expect(error).toBeInstanceOf(AppError);
    return undefined;
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
        for (const own of owns) {
          const name = view.shown(own)?.name;
          if (name !== undefined) expect(view.ownNameOf(name)).toBe(own);
        }
        for (const visible of owns) {
          const own = view.ownNameOf(visible);
          if (own !== undefined) expect(view.shown(own)?.name).toBe(visible);
        }
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
