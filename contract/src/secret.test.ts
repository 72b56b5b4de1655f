import { expect, test } from "vitest";
import { parseInput } from "./input.ts";
import { CreateSecret, SetUpSecrets, UpdateSecret } from "./secret.ts";

test.each([
  [CreateSecret, { key: "", value: "hunter2" }, `invalid "key": must not be empty`],
  [CreateSecret, { key: "a\nb", value: "hunter2" }, `invalid "key": must not hold line breaks`],
  [CreateSecret, { key: "a", value: "" }, `invalid "value": must not be empty`],
  [CreateSecret, { key: "a", value: "hunter2\0" }, `invalid "value": must not hold a NUL character`],
  [UpdateSecret, {}, `invalid "value": missing; must be a string`],
  [SetUpSecrets, { provider_type: "vault" }, `invalid "provider_type": must be "encrypted", "1password" or "none"`],
  [SetUpSecrets, { password: "hunter2" }, `invalid "provider_type": missing; must be "encrypted"`],
])("a bad request about secrets is refused without showing a value", (schema, body, line) => {
  expect(() => parseInput(schema, body)).toThrow(line);
  expect(() => parseInput(schema, body)).not.toThrow("hunter2");
});

test("a value is taken as it is, with spaces and line breaks", () => {
  expect(parseInput(CreateSecret, { key: "op://vault/item", value: " a\n " })).toEqual({
    key: "op://vault/item",
    value: " a\n ",
  });
});
