import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ClientType } from "@toolhaven/contract/client-type";
import { PRODUCT } from "@toolhaven/contract/product";
import { clientCatalogue } from "@toolhaven/engine/clients/catalogue";
import { describe, expect, test } from "vitest";
import { COMMAND_PAGES, GENERATED_INDEXES, PAGES } from "../../../site/routes.ts";
import { TREE } from "../manifest/tree.ts";
import { EXIT } from "../program/exit-codes.ts";
import { exitsOf, slugOf } from "../program/help.ts";
import { guideFor } from "./guides.ts";
import { inlineCode, prose, sentence } from "./mdx.ts";
import { generatedPages } from "./pages.ts";

const folder = join(import.meta.dirname, "../../../site/docs/toolhaven/reference");
const pages = generatedPages(TREE);
const pageOf = (slug: string): string => pages.get(`cli/${slug}.mdx`) ?? "";

describe("pages of commands", () => {
  test.each([...pages])("WR-01 %s is as the program says: npm run generate", (path, text) => {
    expect(readFileSync(join(folder, path), "utf8")).toBe(text);
  });

  test("WR-01 every command has a page at an address of the site, and there is no other page", () => {
    const made = TREE.map((spec) => `reference/cli/${slugOf(spec)}`);
    const present = readdirSync(join(folder, "cli")).filter((name) => !name.startsWith("_"));
    expect(made.toSorted()).toEqual(COMMAND_PAGES.toSorted());
    expect(present.map((name) => `reference/cli/${name.replace(/\.mdx$/, "")}`).toSorted()).toEqual(made.toSorted());
  });

  test.each(TREE.map((spec) => [slugOf(spec), spec] as const))("WR-02 the page of %s tells all of it", (slug, spec) => {
    const page = pageOf(slug);
    const shown = Object.entries(spec.flags).filter(([, { hidden }]) => !hidden);
    const flags = [...page.matchAll(/<Flag name="([^"]+)"/g)].map(([, name]) => name!);

    expect(flags.toSorted()).toEqual(shown.map(([name]) => name).toSorted());
    for (const [name, { env, choices }] of shown) {
      const row = page.split("\n").find((line) => line.startsWith(`<Flag name="${name}"`));
      expect(row).toContain(env ? `env="${env}"` : "");
      expect(row).toContain(choices ? `choices="${choices.join(" ")}"` : "");
    }
    for (const { line } of spec.examples) expect(page).toContain(`\`\`\`bash\n${line}\n\`\`\``);
    for (const { name } of spec.args) expect(page).toContain(`| \`${name.toUpperCase()}\` |`);
    for (const name of exitsOf(spec)) expect(page).toContain(`| ${EXIT[name]} |`);
  });

  test.each(TREE.map((spec) => [slugOf(spec)] as const))("links of %s lead to addresses of the site", (slug) => {
    const addresses = [...PAGES, ...GENERATED_INDEXES].map((page) =>
      `${PRODUCT.docsPath}${page}`.replace(/(?<=\/)index$/, ""),
    );
    const links = [...pageOf(slug).matchAll(/\]\((\/[^)#]*)/g)].map(([, path]) => path);
    expect(links.filter((path) => !addresses.includes(path!))).toEqual([]);
  });

  test("a summary says a default once: as a value, or in words", () => {
    expect(pageOf("thv_run")).toContain('<Flag name="timeout" value="DURATION" byDefault="10m">');
    expect(pageOf("thv_run")).toContain('<Flag name="isolate-network" byDefault="on">');
    expect(pageOf("thv_run")).toContain('<Flag name="foreground">');
  });

  test("the verb of a setting does not hide its subject from the guide", () => {
    expect(guideFor(["config", "unset-registry"]).page).toBe("guides-cli/registry");
    expect(guideFor(["config", "otel", "set-endpoint"]).page).toBe("guides-cli/telemetry-and-metrics");
    expect(guideFor(["list"]).page).not.toBe(guideFor([]).page);
  });
});

describe("text of the manifest as MDX", () => {
  test("what MDX would take for markup stays text", () => {
    expect(prose("a <name> of {x} | *y* _z_ [w] `v` \\")).toBe(
      String.raw`a \<name\> of \{x\} \| \*y\* \_z\_ \[w\] \`v\` \\`,
    );
  });

  test("flags, streams and schemes are code, hyphens of words are not", () => {
    expect(prose("a file, or - for stdin; --json, -q and npx://NAME, not sign-in or a-b")).toBe(
      "a file, or `-` for stdin; `--json`, `-q` and `npx://NAME`, not sign-in or a-b",
    );
    expect(inlineCode("a`b")).toBe("`` a`b ``");
  });

  test("a sentence gets a capital and a full stop, a name keeps its own letters", () => {
    expect(sentence("run a server")).toBe("Run a server.");
    expect(sentence("ToolHaven runs.")).toBe("ToolHaven runs.");
    expect(sentence("npx://NAME is a package")).toBe("`npx://NAME` is a package.");
  });
});

describe("the part about clients", () => {
  const text = pages.get("_client-files.mdx") ?? "";

  test.each([
    ["macos", "darwin", "~"],
    ["windows", "win32", "%USERPROFILE%"],
    ["linux", "linux", "~"],
  ] as const)("WR-07 on %s it names every client with the file it reads", (tab, platform, home) => {
    const part = text.slice(text.indexOf(`<TabItem value="${tab}"`)).split("</TabItem>")[0];
    const catalogue = clientCatalogue({ home, platform });
    expect(catalogue).toHaveLength(15);
    for (const { title, file } of catalogue) expect(part).toContain(`| ${title} | \`${file}\` |`);
  });

  test("WR-07 it has a row for every name the API knows, and an entry for every client", () => {
    const clients = clientCatalogue({ home: "~", platform: "linux" });
    for (const type of ClientType.options) expect(text).toContain(` | \`${type}\` | `);
    const captions = text.slice(text.indexOf("## What an entry looks like")).match(/^[A-Z].*:$/gm) ?? [];
    const shown = captions.flatMap((caption) => caption.slice(0, -1).split(", "));
    expect(shown.toSorted()).toEqual(clients.map(({ title }) => title).toSorted());
  });

  test("WR-07 the JSON of its entries can be pasted", () => {
    const blocks = [...text.matchAll(/```json\n([\s\S]*?)\n```/g)].map(([, json]) => JSON.parse(json!) as object);
    expect(blocks.length).toBeGreaterThan(3);
    for (const block of blocks) expect(Object.values(block)).toEqual([{ fetch: expect.any(Object) }]);
  });
});
