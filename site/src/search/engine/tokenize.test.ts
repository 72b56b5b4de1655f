import fc from "fast-check";
import { expect, test } from "vitest";
import { singular, termsOf, tokensIn } from "./tokenize.ts";

/** Any characters, halves of pairs included. */
const anyText = fc.array(fc.nat({ max: 0xffff }), { maxLength: 40 }).map((codes) => String.fromCharCode(...codes));

test.each([
  ["--proxy-port", ["--proxy-port", "proxyport", "proxy", "port"]],
  ["--group", ["--group", "group"]],
  ["list_tools", ["listtool", "list", "tool"]],
  ["tools/call", ["toolscall", "tool", "call"]],
  ["podTemplateSpec", ["podtemplatespec", "pod", "template", "spec"]],
  ["MCPServer", ["mcpserver", "mcp", "server"]],
  ["network.outbound", ["networkoutbound", "network", "outbound"]],
  ["k8s", ["k8s"]],
  ["OAuth2", ["oauth2", "auth2"]],
  ["0.3.8", ["0.3.8"]],
  ["-v", ["-v", "v"]],
])("SR-02 %s is known as %j", (written, terms) => {
  expect(termsOf(written)).toEqual(terms);
});

test("a compound is known by the same term however it is written", () => {
  const wholes = ["set-endpoint", "set_endpoint", "setEndpoint", "set.endpoint"].map((written) => termsOf(written)[0]);
  expect(new Set(wholes)).toEqual(new Set(["setendpoint"]));
});

test("a long path is known by its pieces only", () => {
  expect(termsOf("/api/v1beta/workloads/fetch/logs")).toEqual(["api", "v1beta", "workload", "fetch", "log"]);
});

test("a dash inside of a sentence makes no flag", () => {
  expect(termsOf("well-known servers - and others")).toEqual(["wellknown", "well", "known", "server", "other"]);
});

test("words that only connect others are left out", () => {
  expect(termsOf("How do I run this?")).toEqual(["run"]);
});

test.each([
  ["policies", "policy"],
  ["processes", "process"],
  ["caches", "cache"],
  ["status", "status"],
  ["access", "access"],
  ["DNS", "dns"],
])("the plural of a word and the word itself are one term: %s, %s", (plural, one) => {
  expect(singular(plural)).toBe(one);
  expect(singular(one)).toBe(one);
});

test("tokens lie where they say, whatever the text", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const { start, end } of tokensIn(text)) {
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(text.length);
      }
    }),
  );
});
