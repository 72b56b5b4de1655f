import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createLog, type LogLevel, type ProgramLog } from "./log.ts";
import { Secret } from "./secrets/secret.ts";

function setup(level: LogLevel = "debug"): { log: ProgramLog; lines: Array<Record<string, unknown>>; text(): string } {
  const written: string[] = [];
  const lines: Array<Record<string, unknown>> = [];
  const to = {
    write(line: string) {
      written.push(line);
      lines.push(JSON.parse(line) as Record<string, unknown>);
    },
  };
  return { log: createLog(level, { to }), lines, text: () => written.join("") };
}

const around = (message: string, cause?: unknown): Error => new Error(message, { cause });

/** Where a secret may hide in what is logged. */
const CARRIERS: ReadonlyArray<readonly [what: string, carry: (secret: string) => object]> = [
  ["a header", (secret) => ({ headers: { Authorization: `Bearer ${secret}`, cookie: `a=1; sid=${secret}` } })],
  ["a header of another scheme", (secret) => ({ err: around(`sent Authorization: Token ${secret}`) })],
  ["a cookie in a message", (secret) => ({ err: around(`Set-Cookie: theme=dark; id=${secret}; Path=/`) })],
  ["a password field", (secret) => ({ request: { deep: [{ provider_password: secret }] } })],
  ["a token field that is no text", (secret) => ({ accessToken: { value: [secret] } })],
  ["a session", (secret) => ({ "mcp-session-id": secret })],
  ["a held secret", (secret) => ({ value: new Secret(secret), also: [new Secret(secret)] })],
  ["an address with a user", (secret) => ({ url: `https://me:${secret}@example.com/x` })],
  ["an address with a user only", (secret) => ({ url: new URL(`https://${secret}@example.com/x`) })],
  [
    "an address with a token",
    (secret) => ({ err: around(`cannot fetch https://example.com/x?a=1&access_token=${secret}`) }),
  ],
  ["a signed address", (secret) => ({ url: `https://example.com/x?X-Amz-Signature=${secret}#code=${secret}` })],
  ["a message", (secret) => ({ err: around(`login failed: password=${secret}`) })],
  ["JSON in a message", (secret) => ({ err: around(`refused {"client_secret": "${secret}", "a": 1}`) })],
  ["a cause", (secret) => ({ err: around("outer", around("inner", around(`api_key: ${secret}`))) })],
  [
    "a field of an error",
    (secret) => ({ err: Object.assign(around("x"), { config: { headers: { authorization: secret } } }) }),
  ],
  [
    "one of several errors",
    (secret) => ({ err: new AggregateError([around("a"), around(`Bearer ${secret}`)], "all failed") }),
  ],
  ["bytes", (secret) => ({ body: Buffer.from(secret) })],
  ["a map", (secret) => ({ env: new Map([["GITHUB_TOKEN", secret]]) })],
];

test("SV-10 no secret reaches the log, wherever it hides", () => {
  const canary = fc.stringMatching(/^[A-Za-z0-9_~+-]{12,40}$/).map((text) => `canary${text}`);
  fc.assert(
    fc.property(canary, fc.constantFrom(...CARRIERS), fc.boolean(), (secret, [, carry], isNested) => {
      const { log, text } = setup();
      const fields = carry(secret);
      log.error(isNested ? { outer: [fields] } : fields, `what happened: token=${secret}`);
      expect(text()).not.toContain(secret);
    }),
    { numRuns: 400 },
  );
});

test("what is no secret is written as it is", () => {
  const { log, lines } = setup();
  log.info({ workload: "osv", port: 8080, url: "http://127.0.0.1:8080/mcp", ok: true, at: new Date(0) }, "up");
  expect(lines[0]).toMatchObject({
    workload: "osv",
    port: 8080,
    url: "http://127.0.0.1:8080/mcp",
    ok: true,
    at: "1970-01-01T00:00:00.000Z",
    msg: "up",
  });
});

test("an error is written with its name, its place and what caused it", () => {
  const { log, lines } = setup();
  log.error(
    { err: new TypeError("outer", { cause: Object.assign(new Error("inner"), { code: "ENOENT" }) }) },
    "failed",
  );
  expect(lines[0]).toMatchObject({
    err: {
      type: "TypeError",
      message: "outer",
      stack: expect.stringContaining("log.test.ts"),
      cause: { message: "inner", code: "ENOENT" },
    },
  });
});

test("what refers to itself, or is very long, is cut", () => {
  const { log, text } = setup();
  const loop: Record<string, unknown> = { long: "x".repeat(100_000) };
  loop["self"] = loop;
  log.warn(loop, "loop");
  expect(text().length).toBeLessThan(200_000);
});

test("SV-03 lines of a piece of work carry its fields, also after a pause and deep below; others do not", async () => {
  const { log, lines } = setup();
  let lateWrite: () => void = () => undefined;
  const work = async (id: string): Promise<void> => {
    await log.during({ request_id: id }, async () => {
      await setImmediate();
      log.info({ own: id }, "inside");
      // Work that goes on after the answer is not part of the request any more.
      void new Promise<void>((resolve) => (lateWrite = resolve)).then(() => log.info({}, "late"));
      await setImmediate();
    });
  };
  await Promise.all([work("one"), work("two")]);
  log.info({}, "outside");
  lateWrite();
  await setImmediate();
  expect(lines.filter(({ msg }) => msg === "inside").every(({ own, request_id }) => own === request_id)).toBe(true);
  expect(lines.filter(({ msg }) => msg !== "inside").map(({ request_id }) => request_id)).toEqual([
    undefined,
    undefined,
  ]);
});

test("a quieter level writes less", () => {
  const { log, lines } = setup("warn");
  log.debug({}, "a");
  log.info({}, "b");
  log.warn({}, "c");
  expect(lines.map(({ msg }) => msg)).toEqual(["c"]);
});
