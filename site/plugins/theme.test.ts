import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { theme } from "./theme.ts";

interface NavbarConfig {
  readonly navbar: { readonly items: readonly object[] };
}

describe("configuration of the navigation bar", () => {
  test("WS-19 an item of an unknown type is refused, by its name", () => {
    expect(() => validated([{ type: "carousel", label: "Round and round" }])).toThrow(/carousel/);
  });

  test("WS-19 an item that does not say where it stands is on the right", () => {
    const { navbar } = validated([
      { label: "A", to: "/a" },
      { label: "B", to: "/b", position: "left" },
    ]);
    expect(navbar.items).toMatchObject([{ position: "right" }, { position: "left" }]);
  });
});

function validated(items: readonly object[]): NavbarConfig {
  const { normalizeThemeConfig: validate } = createRequire(import.meta.url)("@docusaurus/utils-validation");
  return theme.validateThemeConfig<NavbarConfig>({ validate, themeConfig: { navbar: { items } } });
}
