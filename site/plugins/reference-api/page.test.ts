import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { errorsOf, type Route } from "@toolhaven/contract/route";
import { ROUTES } from "@toolhaven/contract/routes";
import { describe, expect, test } from "vitest";
import { site } from "../../content.ts";
import { escape } from "../reference-shape/html.ts";
import { fieldsOf } from "../reference-shape/schema.ts";
import { sameAs } from "../reference-shape/shape.ts";
import { curlOf } from "./curl.ts";
import { readApi } from "./document.ts";
import { operationId, schemaId, tagId } from "./ids.ts";
import { apiPage } from "./page.ts";
import { listScript } from "./reference-api.ts";
import { elementsIn, sizeProblems } from "./size.ts";

/** What stands around the calls on the built page: head, menus and foot. The build checks the real sum. */
const FRAME = { elements: 640, bytes: 42_000 };

const api = readApi("1.2.3");
const script = listScript(site);
const html = apiPage(api, script);
const calls = api.tags.flatMap(({ operations }) => operations);
const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
const routes: ReadonlyArray<readonly [string, Route]> = Object.entries(ROUTES);

/** What stands under the heading of a call. */
function sectionOf(id: string): string {
  const from = html.indexOf(` id="${id}"`);
  return html.slice(from, html.indexOf("</section>", from));
}

describe("the page of the API", () => {
  test("WR-03 every call, tag and shape has a place that can be linked to, and one only", () => {
    expect(calls.map(({ operationId: id }) => id).toSorted()).toEqual(Object.keys(ROUTES).toSorted());
    for (const { name } of api.tags) expect(ids).toContain(tagId(name));
    for (const call of calls) expect(ids).toContain(operationId(call));
    for (const name of Object.keys(api.schemas)) expect(ids).toContain(schemaId(name));
    expect(ids).toHaveLength(new Set(ids).size);
  });

  test("WR-03 every link on the page leads to a place on it", () => {
    const targets = [...html.matchAll(/ href="([^"]+)"/g)].map(([, href]) => href!);
    expect(targets.filter((href) => !href.startsWith("#") || !ids.includes(href.slice(1)))).toEqual([]);
  });

  test.each(routes)("WR-03 %s shows its method, path, parameters, answers and every way to fail", (id, route) => {
    const call = calls.find((each) => each.operationId === id)!;
    const section = sectionOf(operationId(call));
    expect(section).toContain(`>${route.method.toUpperCase()}</b> <code>${route.path}</code>`);
    for (const { name, required } of call.parameters ?? []) {
      expect(section).toContain(`<dt>${name}${required ? " <b>required</b>" : ""}</dt>`);
    }
    for (const status of Object.keys(route.answers)) expect(section).toContain(`<h4>Answer ${status}</h4>`);
    const failures = section.slice(section.indexOf('<dl class="failures">'));
    const inCode = (sentence: string): string => escape(sentence).replace(/`([^`]+)`/g, "<code>$1</code>");
    const missing = [...errorsOf(route)].filter(([status, sentence]) =>
      api.common.get(String(status)) === sentence
        ? !new RegExp(`<dt>[\\d ]*\\b${status}\\b`).test(failures)
        : !failures.includes(`<dt>${status}</dt><dd>${inCode(sentence)}</dd>`),
    );
    expect(missing).toEqual([]);
  });

  test("WR-03 a status that a call names alone means the same wherever it is", () => {
    const shared = html.slice(html.indexOf(' id="failures"'), html.indexOf(' id="schemas"'));
    for (const [status, sentence] of api.common) expect(shared).toContain(`<dt>${status}</dt><dd>${escape(sentence)}`);
  });

  test.each(Object.entries(api.schemas))(
    "WR-03 the shape %s shows its fields, or the shape it differs from",
    (name, schema) => {
      const from = html.indexOf(` id="${schemaId(name)}"`);
      const shape = html.slice(from, html.indexOf("</section>", from));
      const same = sameAs(schema, api.schemas);
      const own = fieldsOf(schema).map(
        ({ path, isRequired }) => `<dt>${path}${isRequired ? " <b>required</b>" : ""}</dt>`,
      );
      for (const part of same ? [`href="#${schemaId(same.name)}"`] : own) expect(shape).toContain(part);
    },
  );

  test("WR-05 it stays within the limits of the page, with room for what is around", () => {
    expect(elementsIn(html) + FRAME.elements).toBeLessThanOrEqual(4_000);
    expect(Buffer.byteLength(html) + FRAME.bytes).toBeLessThanOrEqual(200_000);
    expect(Buffer.byteLength(script)).toBeLessThan(2_500);
  });

  test("WR-05 nothing on it is fetched from anywhere", () => {
    expect(html).not.toMatch(/<(?:link|img|iframe|source|object|embed)\b| (?:src|srcset|action|formaction)=|url\(/);
    expect(html.replace(script, "")).not.toMatch(/href="(?:https?:)?\/\//);
    expect(script).not.toMatch(/fetch\(|XMLHttpRequest|import\(|WebSocket|EventSource/);
  });

  test("text of the contract cannot become markup", () => {
    const [system, ...others] = api.tags;
    const [call, ...more] = system!.operations;
    const evil = { ...call!, summary: "<img src=x>", description: 'a "b" `<i>`', path: "/x/{<b>}" };
    const page = apiPage({ ...api, tags: [{ ...system!, operations: [evil, ...more] }, ...others] }, "");
    expect(page).not.toMatch(/<img|<i>`|\{<b>/);
    expect(page).toContain("&lt;img src=x>");
  });
});

describe("the lines of curl", () => {
  /** The words that a shell makes of a line. */
  function wordsOf(line: string): string[] {
    const { stdout } = spawnSync("sh", ["-c", `curl() { printf '%s\\0' "$@"; }\n${line}`], { encoding: "utf8" });
    return stdout.split("\0").slice(0, -1);
  }

  test.each(routes)("WR-04 the line of %s is that call, with parameters and a body the contract takes", (id, route) => {
    const line = curlOf(
      calls.find((call) => call.operationId === id)!,
      api,
    );
    const words = wordsOf(line);
    const valueOf = (flag: string): string | undefined =>
      words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined;
    const url = new URL(words.find((word) => word.startsWith("http"))!);
    const body = valueOf("--json");
    const pattern = new RegExp(`^${route.path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
    const params = Object.entries(pattern.exec(url.pathname)?.groups ?? {});

    expect(html).toContain(`<code>${escape(line)}</code>`);
    expect(url.pathname).toMatch(pattern);
    expect(valueOf("-X")?.toLowerCase() ?? (body === undefined ? "get" : "post")).toBe(route.method);
    route.params?.parse(Object.fromEntries(params.map(([name, value]) => [name, decodeURIComponent(value)])));
    route.query?.parse(Object.fromEntries(url.searchParams));
    expect(body !== undefined).toBe(route.body !== undefined);
    route.body?.parse(JSON.parse(body!));
    expect(words).toHaveLength(1 + (words.includes("-X") ? 2 : 0) + (body === undefined ? 0 : 2));
  });
});

describe("the size of a page", () => {
  test("counts elements, whatever its scripts hold", () => {
    expect(elementsIn('<!doctype html><p>1 < 2</p><script>"<p><p>"</script><br/><!-- x -->')).toBe(3);
  });

  test("WR-05 a page that is too large is named with what it has and may have", () => {
    expect(sizeProblems("<p></p>".repeat(4_001))).toEqual(["4001 elements, 4000 are allowed"]);
    expect(sizeProblems("ä".repeat(100_001))).toEqual(["200002 bytes, 200000 are allowed"]);
    expect(sizeProblems("<p></p>")).toEqual([]);
  });

  test("the script of the list is one block that cannot end the page's", () => {
    expect(script).not.toContain("</script");
    expect(listScript(join(site, "."))).toBe(script);
  });
});
