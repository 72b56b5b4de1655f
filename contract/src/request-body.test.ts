import * as fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { requestBody, withoutNulls } from "./request-body.ts";
import { CreateWorkload } from "./create-workload.ts";

const request = fc.record(
  {
    name: fc.constantFrom("a", "b.c", "d-1"),
    image: fc.constant("example.test/x:1"),
    transport: fc.constantFrom("stdio", "SSE"),
    proxy_port: fc.nat(65_535),
    env_vars: fc.dictionary(fc.stringMatching(/^[A-Z]{1,4}$/), fc.string({ unit: "grapheme-ascii" })),
    cmd_arguments: fc.array(fc.string({ unit: "grapheme-ascii" })),
    permission_profile: fc.record(
      { read: fc.constant(["/a:/b"]), privileged: fc.boolean(), network: fc.constant({}) },
      { requiredKeys: [] },
    ),
    oauth_config: fc.record({ client_id: fc.string(), use_pkce: fc.boolean() }, { requiredKeys: [] }),
    network_isolation: fc.boolean(),
  },
  { requiredKeys: ["image"] },
);

/** The same request with an explicit null at every place where a field may be absent. */
function withNulls(value: unknown, absent: Readonly<Record<string, readonly string[]>>, at = ""): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const fields = Object.entries(value).map(([key, field]) => [key, withNulls(field, absent, key)] as const);
  const nulls = (absent[at] ?? []).filter((key) => !Object.hasOwn(value, key)).map((key) => [key, null] as const);
  return Object.fromEntries([...fields, ...nulls]);
}

const optional = {
  "": ["name", "url", "transport", "proxy_mode", "proxy_port", "host", "group", "env_vars", "secrets", "tools", "oidc"],
  permission_profile: ["name", "read", "write", "network", "privileged"],
  network: ["outbound"],
  oauth_config: ["issuer", "client_id", "client_secret", "scopes", "use_pkce"],
  env_vars: ["NEVER_SET"],
};

test("an explicit null means the same as an absent field, at every level", () => {
  fc.assert(
    fc.property(request, (value) => {
      expect(CreateWorkload.parse(withNulls(value, optional))).toEqual(CreateWorkload.parse(value));
    }),
  );
});

test("null in a list is refused, not left out: the others would move", () => {
  expect(CreateWorkload.safeParse({ image: "x", cmd_arguments: ["a", null, "b"] }).success).toBe(false);
});

test("an empty string counts as absent only where a form may send one", () => {
  const Body = requestBody(z.object({ a: z.string().optional(), b: z.string().optional() }), { blanks: ["a"] });
  expect(Body.parse({ a: "", b: "" })).toEqual({ b: "" });
});

test("a body nested deeper than the stack allows is passed on, not followed", () => {
  const text = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const body: unknown = JSON.parse(`{"image":"x","unknown":${text}}`);
  expect(CreateWorkload.parse(body).image).toBe("x");
});

test("a key named __proto__ stays a key", () => {
  const clean = withoutNulls(JSON.parse(`{"__proto__":{"polluted":true}}`));
  expect(JSON.stringify(clean)).toBe(`{"__proto__":{"polluted":true}}`);
  expect(clean).not.toHaveProperty("polluted");
});
