import type { RegistryDetails, ServerAnswer, ServerList } from "@toolhaven/contract/registry";
import type { Call } from "@toolhaven/contract/route";
import type { Registries } from "@toolhaven/engine/registry/registries";
import { expect, test } from "vitest";
import { registryHandlers } from "./registry.ts";

const signal = new AbortController().signal;
const call = <R>(parts: object): Call<R> =>
  ({ params: undefined, query: undefined, body: undefined, signal, ...parts }) as Call<R>;

/** Says with what it was called. */
const registries: Registries = {
  list: async () => [],
  get: async (...asked) => ({ asked }) as unknown as RegistryDetails,
  update: async (...asked) => ({ type: "default", message: JSON.stringify(asked) }),
  remove: async (name) => {
    throw new Error(`removed ${name}`);
  },
  servers: async (...asked) => ({ asked }) as unknown as ServerList,
  server: async (...asked) => ({ asked }) as unknown as ServerAnswer,
  resolve: async () => undefined,
  [Symbol.asyncDispose]: async () => undefined,
};
const handlers = registryHandlers(registries);

test("every call on the registry reaches the engine with what it was given", async () => {
  expect(await handlers.listRegistries(call({}))).toEqual({ registries: [] });
  expect(await handlers.getRegistry(call({ params: { name: "a" } }))).toEqual({ asked: ["a"] });
  const body = { allow_private_ip: false };
  expect(await handlers.updateRegistry(call({ params: { name: "a" }, body }))).toMatchObject({
    message: `["a",{"allow_private_ip":false}]`,
  });
  await expect(async () => handlers.deleteRegistry(call({ params: { name: "a" } }))).rejects.toThrow("removed a");
  expect(await handlers.listServers(call({ params: { name: "a" } }))).toEqual({ asked: ["a"] });
  expect(await handlers.getServer(call({ params: { name: "a", serverName: "b" } }))).toEqual({ asked: ["a", "b"] });
});

test("RG-09 adding a registry answers 501 and says what can be done instead", () => {
  const refused = (): unknown => handlers.addRegistry(call({}));
  expect(refused).toThrow(
    expect.objectContaining({
      code: "not_implemented",
      message: `there is only the registry "default"; choose where it is read from with PUT /api/v1beta/registry/default`,
    }),
  );
});
