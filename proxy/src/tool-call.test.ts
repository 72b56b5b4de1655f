import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readClientMessage } from "./json-rpc.ts";
import { admitMessage } from "./tool-call.ts";
import { createToolView } from "./tool-policy.ts";

const view = createToolView({
  offered: ["kept", "new", "told"],
  overrides: { old: { name: "new" }, told: { description: "d" } },
})!;

/** What the server gets, or the code of the refusal. */
function admit(text: string): string | number {
  const message = readClientMessage(Buffer.from(text));
  if (message.kind === "malformed") return message.code;
  const admitted = admitMessage(message, view);
  return "status" in admitted ? admitted.code : admitted.bytes.toString();
}

const call = (name: string): string => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${name}}}`;

describe("TF-04 a call of a tool", () => {
  test.each([
    ["kept", "kept"],
    ["new", "old"],
    ["told", "told"],
  ])("%s reaches the server as %s", (visible, own) => {
    expect(admit(call(`"${visible}"`))).toBe(call(`"${own}"`));
  });

  test("keeps its other bytes, whatever the name's length and place", () => {
    const text = `{"id":9007199254740993, "params" : {"_meta":{"progressToken":1e2},"n\\u0061me" : "n\\u0065w","arguments":{"a":1.0,"name":"old"},"requestState":"é"},"method":"tools\\/call","jsonrpc":"2.0"}`;
    expect(admit(text)).toBe(text.replace('"n\\u0065w"', '"old"'));
  });

  test.each(["old", "hidden", "Kept", "kept ", "KEPT", "", "kept\\u0000", "__proto__", "constructor", "k\\u0435pt"])(
    "%j is not on offer",
    (name) => {
      expect(admit(call(`"${name}"`))).toBe(-32602);
    },
  );

  test.each([
    ["no params", `{"jsonrpc":"2.0","id":1,"method":"tools/call"}`, -32602],
    ["params in an array", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":["hidden"]}`, -32602],
    ["a name that is no text", call(`["kept"]`), -32602],
    ["a name given twice", call(`"kept","name":"hidden"`), -32600],
    ["a name in two spellings", call(`"kept","NAME":"hidden"`), -32602],
    ["a name in two spellings, one escaped", call(`"kept","\\u004eame":"hidden"`), -32602],
    ["a name and one that only looks like it", call(`"kept","n\\u200bame":"hidden"`), -32602],
    ["params given twice", call(`"kept"},"params":{"name":"hidden"`), -32600],
    ["a method given twice", call(`"kept"},"method":"tools/call","x":{"y":1`), -32600],
    ["the method in capitals", call(`"kept"`).replace("tools/call", "Tools/Call"), -32601],
    ["the method with a blank", call(`"kept"`).replace("tools/call", "tools/call "), -32601],
    ["the method with letters of another width", call(`"kept"`).replace("tools/call", "tools\uff0fcall"), -32601],
    ["another method for tools", call(`"kept"`).replace("tools/call", "tools/run"), -32601],
    ["no id", call(`"hidden"`).replace('"id":1,', ""), -32600],
    ["an id that is null", call(`"hidden"`).replace('"id":1', '"id":null'), -32600],
    ["a byte order mark", `\ufeff${call('"hidden"')}`, -32700],
    ["a nesting nobody needs", call(`"kept","arguments":${"[".repeat(500)}${"]".repeat(500)}`), -32700],
    ["half of it", call(`"kept"`).slice(0, -1), -32700],
    ["two messages in one", `${call('"kept"')}${call('"hidden"')}`, -32700],
  ])("is refused with %s", (_, text, code) => {
    expect(admit(text)).toBe(code);
  });

  test("does not stand in the way of other messages", () => {
    for (const text of [
      `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":""}}`,
      `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"hidden"}}`,
      `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`,
      `{"jsonrpc":"2.0","id":1,"method":"tasks/result","params":{"taskId":"hidden"}}`,
      `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"hidden"}]}}`,
    ]) {
      expect(admit(text)).toBe(text);
    }
  });
});

/** What the most generous server would call: keys and methods in any case, the last of those repeated, no id needed. */
function calledIn(text: string): string[] {
  const found: string[] = [];
  JSON.parse(text, function visit(this: unknown, key, value: unknown) {
    if (/^name$/i.test(key) && typeof value === "string") found.push(value);
    return value;
  });
  return found;
}

test("TF-05 whatever a client writes, no server is asked for a tool that is not on offer", () => {
  const spelled = (plain: string) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(plain) },
      fc.constantFrom(
        plain.toUpperCase(),
        `${plain} `,
        plain.replace("a", "\\u0061"),
        plain.replace("/", "\\/"),
        `${plain}x`,
      ),
    );
  const member = (key: string, value: fc.Arbitrary<string>) =>
    fc.tuple(spelled(key), value).map(([name, text]) => `"${name}":${text}`);
  const names = fc.constantFrom("kept", "old", "hidden", "HIDDEN", "hidde\\u006e").map((name) => `"${name}"`);
  const params = fc
    .array(fc.oneof(member("name", names), member("arguments", fc.constant("{}"))), { maxLength: 3 })
    .map((members) => `{${members.join(",")}}`);
  const message = fc
    .array(
      fc.oneof(
        fc.constant(`"jsonrpc":"2.0"`),
        member("id", fc.constantFrom("1", "null", '"a"')),
        member(
          "method",
          spelled("tools/call").map((text) => `"${text}"`),
        ),
        member("params", params),
      ),
      { minLength: 3, maxLength: 6 },
    )
    .map((members) => `{${members.join(",")}}`);
  const whole = fc
    .tuple(names, params, fc.constantFrom("", ' ,"x":1'))
    .map(([name, more, rest]) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${name},"arguments":${more}}${rest}}`.replace(
        `"arguments":${more}`,
        `"arguments":{}`,
      ),
    );
  let admittedCalls = 0;
  fc.assert(
    fc.property(fc.oneof(message, whole), (text) => {
      const admitted = admit(text);
      if (typeof admitted === "number" || !/tools/i.test(JSON.stringify(JSON.parse(admitted)))) return;
      const parsed: { method?: string } = JSON.parse(admitted);
      if (parsed.method === undefined || !/^tools\/call$/i.test(parsed.method.trim())) return;
      admittedCalls += 1;
      expect(calledIn(admitted).filter((name) => name !== "kept" && name !== "old")).toEqual([]);
      // The server's own name is only ever written by us.
      expect(calledIn(admitted).includes("old") && /"old"/.test(text)).toBe(false);
    }),
    { numRuns: 3000 },
  );
  expect(admittedCalls).toBeGreaterThan(0);
});
