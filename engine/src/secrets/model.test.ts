import fc from "fast-check";
import { expect, test } from "vitest";
import { testSecrets } from "./fixture.ts";
import type { Secrets } from "./secrets.ts";

type Model = Map<string, string>;
interface Real {
  secrets: Secrets;
  open(): Promise<Secrets>;
}
type Step = fc.AsyncCommand<Model, Real>;

const step = (text: string, run: (model: Model, real: Real) => Promise<void>): Step => ({
  check: () => true,
  run,
  toString: () => text,
});

const outcomeOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "done",
    (error: { code: string }) => error.code,
  );

// Few names, so that steps meet; any value, because each is somebody's password.
const key = fc.constantFrom("a", "A", "a b", "__proto__", "op://v/i/f");
const value = fc.oneof(fc.string({ minLength: 1, unit: "binary" }), fc.constantFrom("x", "line\nbreak", "ä", "{}"));

function steps(): Array<fc.Arbitrary<Step>> {
  return [
    fc.tuple(key, value).map(([name, text]) =>
      step(`create ${name}`, async (model, { secrets }) => {
        const expected = model.has(name) ? "already_exists" : "done";
        expect(await outcomeOf(secrets.create({ key: name, value: text }))).toBe(expected);
        if (expected === "done") model.set(name, text);
      }),
    ),
    fc.tuple(key, value).map(([name, text]) =>
      step(`update ${name}`, async (model, { secrets }) => {
        const expected = model.has(name) ? "done" : "not_found";
        expect(await outcomeOf(secrets.update(name, { value: text }))).toBe(expected);
        if (expected === "done") model.set(name, text);
      }),
    ),
    key.map((name) =>
      step(`remove ${name}`, async (model, { secrets }) => {
        expect(await outcomeOf(secrets.remove(name))).toBe(model.delete(name) ? "done" : "not_found");
      }),
    ),
    key.map((name) =>
      step(`read ${name}`, async (model, { secrets }) => {
        const found = secrets.read(name).catch((error: { code: string }) => error.code);
        expect(await found).toBe(model.get(name) ?? "invalid_input");
      }),
    ),
    fc.constant(
      step("list", async (model, { secrets }) => {
        expect(await secrets.list()).toEqual({ keys: [...model.keys()].toSorted().map((name) => ({ key: name })) });
      }),
    ),
    fc.constant(
      step("restart", async (_, real) => {
        real.secrets = await real.open();
      }),
    ),
    fc.constant(
      step("away and back", async (_, { secrets }) => {
        await secrets.setUp({ provider_type: "none" });
        await secrets.setUp({ provider_type: "encrypted" });
      }),
    ),
  ];
}

test("SE-01 whatever is done in whatever order, the store holds what a map would, also after restarts", async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(steps(), { maxCommands: 30 }), async (commands) => {
      const { open } = await testSecrets();
      const secrets = await open();
      await secrets.setUp({ provider_type: "encrypted" });
      await fc.asyncModelRun(() => ({ model: new Map(), real: { secrets, open } }), commands);
    }),
    { numRuns: 40 },
  );
}, 60_000);
