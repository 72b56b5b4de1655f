import { expect, test } from "vitest";
import { Scope } from "./scope.ts";

test("cleanups run in reverse order, each waited for, and once", async () => {
  const scope = new Scope();
  const ran: string[] = [];
  scope.defer(() => ran.push("first"));
  scope.use({
    async [Symbol.asyncDispose]() {
      await Promise.resolve();
      ran.push("async");
    },
  });
  scope.use({ [Symbol.dispose]: () => void ran.push("sync") });

  await scope[Symbol.asyncDispose]();
  await scope[Symbol.asyncDispose]();
  expect(ran).toEqual(["sync", "async", "first"]);
});

test("a failing cleanup does not keep the others from running", async () => {
  const scope = new Scope();
  const ran: string[] = [];
  const failure = new Error("busy");
  scope.defer(() => ran.push("first"));
  scope.defer(() => Promise.reject(failure));

  await expect(scope[Symbol.asyncDispose]()).rejects.toBe(failure);
  expect(ran).toEqual(["first"]);
});

test("several failures arrive together, in the order they happened", async () => {
  const scope = new Scope();
  scope.defer(() => Promise.reject(new Error("second")));
  scope.defer(() => {
    throw new Error("first");
  });

  const failure = await scope[Symbol.asyncDispose]().catch((error: unknown) => error);
  expect(failure).toMatchObject({
    message: "2 cleanups failed",
    errors: [{ message: "first" }, { message: "second" }],
  });
});

test("a released scope does nothing, its heir does everything", async () => {
  const ran: string[] = [];
  let heir: Scope;
  {
    await using scope = new Scope();
    scope.defer(() => ran.push("kept"));
    heir = scope.release();
  }
  expect(ran).toEqual([]);
  await heir[Symbol.asyncDispose]();
  expect(ran).toEqual(["kept"]);
});

test("a cleanup that defers another gets that one run too", async () => {
  const scope = new Scope();
  const ran: string[] = [];
  scope.defer(() => scope.defer(() => ran.push("late")));

  await scope[Symbol.asyncDispose]();
  expect(ran).toEqual(["late"]);
});
