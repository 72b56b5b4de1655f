import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { fixturePages } from "../relevance/fixture-pages.ts";
import { openEngine, type Engine } from "./engine.ts";
import { createIndexFile } from "./index-file.ts";
import type { PageRecord } from "./page-record.ts";

/** Any characters, halves of pairs included. */
const anyText = fc.array(fc.nat({ max: 0xffff }), { maxLength: 40 }).map((codes) => String.fromCharCode(...codes));

let engine: Engine;

beforeAll(() => {
  engine = engineOver(fixturePages());
});

function engineOver(pages: readonly PageRecord[]): Engine {
  return openEngine(createIndexFile({ locale: "en", textFiles: [], pages }));
}

function page(title: string, text: string, rest: Partial<PageRecord> = {}): PageRecord {
  const sections = [{ heading: "", anchor: "", text }];
  return { url: `/${title}`, title, crumbs: [], tag: "default", keywords: "", sections, ...rest };
}

test("SR-01 a word in a title outweighs one in a heading, and that one outweighs the text", () => {
  const inHeading = page("b", "", {
    sections: [
      { heading: "", anchor: "", text: "filler" },
      { heading: "Volumes", anchor: "volumes", text: "filler" },
    ],
  });
  const { search } = engineOver([page("c", "volumes volumes volumes"), inHeading, page("Volumes", "filler")]);
  expect(search("volumes").map(({ url }) => url)).toEqual(["/Volumes", "/b", "/c"]);
});

test("SR-03 one slip is forgiven from four letters, two from eight, and none in shorter words", () => {
  const { search } = engineOver([page("port", ""), page("telemetry", ""), page("tag", "")]);
  expect(search("potr")).toHaveLength(1);
  expect(search("tlemtry")).toHaveLength(0);
  expect(search("telemmtery")).toHaveLength(1);
  expect(search("tga ")).toHaveLength(0);
});

test("SR-03 the last word may be unfinished, also with a slip in it", () => {
  const { search } = engineOver([page("observability", "")]);
  expect(search("obs")).toHaveLength(1);
  expect(search("obesrv")).toHaveLength(1);
});

test("SR-03 a known word is never bent into another", () => {
  const { search } = engineOver([page("port", ""), page("post", "")]);
  expect(search("port").map(({ url }) => url)).toEqual(["/port"]);
});

test("SR-02 a flag leads to the place that describes it", () => {
  const [first] = engine.search("thv run --proxy-port");
  expect(first).toMatchObject({ url: "/toolhaven/reference/cli/thv_run" });
  expect(first!.sections.map(({ anchor }) => anchor)).toContain("proxy-port");
});

test("only pages with the wanted facet are found", () => {
  const { search } = engineOver([page("docs", "shared"), page("blog", "shared", { tag: "blog" })]);
  expect(search("shared", { tags: ["default"] }).map(({ url }) => url)).toEqual(["/docs"]);
  expect(search("shared")).toHaveLength(2);
});

test("a section is shown only for what it says itself", () => {
  const sections = [
    { heading: "", anchor: "", text: "" },
    { heading: "Other", anchor: "other", text: "nothing of it" },
  ];
  const { search } = engineOver([page("Secrets", "", { sections })]);
  expect(search("secrets")[0]!.sections.map(({ section }) => section)).toEqual([0]);
});

test("pages that hold all words come before, and instead of, those that hold some", () => {
  const { search } = engineOver([page("a", "red green"), page("b", "red red red")]);
  expect(search("red green").map(({ url }) => url)).toEqual(["/a"]);
});

test("a query that finds nothing is answered with others that find something", () => {
  const { search, suggest } = engineOver([page("Kubernetes", "cluster"), page("Secrets", "token")]);
  expect(search("zzzz")).toEqual([]);
  for (const other of suggest("zzzz kubernetse")) expect(search(other)).not.toEqual([]);
  expect(suggest("zzzz kubernetse")).toContain("kubernete");
});

test("an index of another version is refused", () => {
  const file = createIndexFile({ locale: "en", textFiles: [], pages: [page("a", "b")] });
  expect(() => openEngine({ ...file, format: 99 })).toThrow("search index has format 99");
});

test("no query breaks the engine", () => {
  const { search, suggest } = engineOver(fixturePages().slice(0, 60));
  const words = fc.constantFrom(
    "thv",
    "--",
    "-",
    "run",
    "__proto__",
    "constructor",
    "a/b",
    "😀",
    "\\",
    "(",
    "set_",
    " ",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        anyText,
        fc.array(words).map((parts) => parts.join(" ")),
      ),
      (query) => {
        for (const { score } of search(query)) expect(Number.isFinite(score)).toBe(true);
        suggest(query);
      },
    ),
    { numRuns: 25 },
  );
});
