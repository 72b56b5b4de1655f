import { parseInput } from "@toolhaven/contract/input";
import type { Route } from "@toolhaven/contract/route";
import { ROUTES } from "@toolhaven/contract/routes";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Operation, ownDocument } from "./document.ts";
import { type Sent, validCalls } from "./generate.ts";
import { type Harness, openHarness } from "./harness.ts";
import { mutations } from "./mutate.ts";
import { faultsOfError, faultsOfHeaders, faultsOfReply, type Reply } from "./verify.ts";

const document = ownDocument();
const operations = [...document.operations.values()];
const routes: Readonly<Record<string, Route>> = ROUTES;

/** Rules between fields that the document's schemas have no words for; their descriptions have. */
const UNSAID = [
  /^give both "authorize_url" and "token_url"|"oauth_config": give both/,
  /^give "names" or "group"$/,
  /"url": must be https, unless "allow_private_ip"/,
  /"transport": a remote server speaks/,
  /must not hold a comma/,
  /give "name", "description" or both/,
];
/** The key of a secrets store is slow to make, and is meant to be. */
const runsOf = ({ operationId }: Operation, runs: number): number => (operationId === "setUpSecrets" ? 5 : runs);

/** Documented for when things go wrong, which in memory nothing does. */
const NEVER: ReadonlySet<number> = new Set([401, 403, 408, 500, 503, 504]);

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
});

describe("a good request", () => {
  test.each(operations)("SV-12 $operationId gets a documented answer of the documented shape", async (operation) => {
    await fc.assert(
      fc.asyncProperty(validCalls(operation, document, harness.pools), async (sent) => {
        expect(await faults(harness, operation, sent)).toEqual([]);
      }),
      { numRuns: runsOf(operation, 25) },
    );
  });

  test.each(operations.filter(({ requestBody }) => requestBody))(
    "SV-12 $operationId: what the document calls a good body is one to the server",
    (operation) => {
      fc.assert(
        fc.property(validCalls(operation, document, harness.pools), ({ body }) => {
          expect(refusalOf(operation, JSON.parse(String(body)))).toBeUndefined();
        }),
        { numRuns: 50 },
      );
    },
  );
});

test("SV-12 in any order, on the same state, good requests get documented answers", async () => {
  const anyCall = fc
    .constantFrom(...operations)
    .chain((operation) =>
      validCalls(operation, document, harness.pools).map((sent) => [operation.operationId, sent] as const),
    );
  await fc.assert(
    fc.asyncProperty(fc.array(anyCall, { minLength: 5, maxLength: 40 }), async (calls) => {
      await using own = await openHarness();
      for (const [id, sent] of calls) expect(await faults(own, document.operations.get(id)!, sent)).toEqual([]);
    }),
    { numRuns: 15 },
  );
}, 60_000);

test.each(operations)("SV-13 $operationId: a bad request gets 4xx and one plain line, never 5xx", async (operation) => {
  const bad = fc.tuple(validCalls(operation, document, harness.pools), mutations).map(([sent, mutate]) => mutate(sent));
  await fc.assert(
    fc.asyncProperty(bad, async (sent) => {
      expect(await faultsOfBad(harness, operation, sent)).toEqual([]);
    }),
    { numRuns: runsOf(operation, 60) },
  );
});

/** Why the server's schema refuses what the document accepts. */
function refusalOf({ operationId }: Operation, body: unknown): string | undefined {
  try {
    parseInput(routes[operationId]!.body!, body);
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    return UNSAID.some((rule) => rule.test(message)) ? undefined : message;
  }
}

async function faults(on: Harness, operation: Operation, sent: Sent): Promise<string[]> {
  const reply = await on.send(sent);
  return [...common(on, reply), ...faultsOfReply(operation, reply, document)];
}

/** It may still be good, or have become another call; then it is held to the rules all answers have. */
async function faultsOfBad(on: Harness, operation: Operation, sent: Sent): Promise<string[]> {
  const reply = await on.send(sent);
  const found = common(on, reply);
  if (reply.status === 405 && reply.body === "") return reply.headers.get("allow") ? found : [...found, "no Allow"];
  if (reply.status >= 400) found.push(...faultsOfError(reply));
  if (isRefusedBySchema(operation, sent) && reply.status < 400) found.push(`accepted with ${reply.status}`);
  return found;
}

function common(on: Harness, reply: Reply): string[] {
  const told = on.unexpected.splice(0).map((error) => (error instanceof Error ? (error.stack ?? "") : String(error)));
  return [
    ...told,
    ...faultsOfHeaders(reply),
    ...(NEVER.has(reply.status) ? [`status ${reply.status}: ${reply.body}`] : []),
    ...(reply.status >= 400 && reply.body.includes(process.cwd()) ? [`names our own folder: ${reply.body}`] : []),
  ];
}

function isRefusedBySchema({ operationId, method, path }: Operation, { body, ...sent }: Sent): boolean {
  const schema = routes[operationId]?.body;
  if (!schema || sent.method !== method || sent.target.split("/").length !== path.split("/").length) return false;
  try {
    parseInput(schema, JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(body ?? ""))));
    return false;
  } catch {
    return true;
  }
}
