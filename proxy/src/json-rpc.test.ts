import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rawAt } from "./json-text.ts";
import {
  integerAt,
  type Malformed,
  type Message,
  rawId,
  readBatch,
  readClientMessage,
  readServerMessage,
  sameness,
  spanIn,
  toOneLine,
} from "./json-rpc.ts";
import { splice } from "./splice.ts";

const read = (text: string): Message | Malformed => readClientMessage(Buffer.from(text));

function readGood(text: string): Message {
  const message = read(text);
  if (message.kind === "malformed") throw new Error(`${message.text}: ${text}`);
  return message;
}

function readSent(bytes: Buffer): Message {
  const message = readServerMessage(bytes);
  if (message.kind === "malformed") throw new Error(message.text);
  return message;
}

/** The bytes of a text, one character each. */
const raw = (text: string): string => Buffer.from(text).toString("latin1");

const elements = (text: string): string[] | undefined => readBatch(Buffer.from(text))?.map((bytes) => bytes.toString());

const rawIn = (message: Message, slot: Parameters<typeof spanIn>[1]): string | undefined => {
  const span = spanIn(message, slot);
  return span && Buffer.from(rawAt(message.bytes, span), "latin1").toString();
};

const IDS = ["0", "-1", '""', '"0"', '"é"', "9007199254740993", "9223372036854775807", `"${"x".repeat(200)}"`, "1e2"];

describe("a client's message", () => {
  test.each(IDS)("keeps the text of its id %s", (id) => {
    const message = readGood(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
    expect(message).toMatchObject({ kind: "request", method: "ping" });
    expect(Buffer.from(rawId(message), "latin1").toString()).toBe(id);
  });

  test("is a notification without an id and a response without a method", () => {
    expect(read('{"jsonrpc":"2.0","method":"notifications/initialized"}')).toMatchObject({ kind: "notification" });
    expect(read('{"jsonrpc":"2.0","id":1,"result":{}}')).toMatchObject({ kind: "response" });
    expect(read('{"id":1,"error":{"code":1,"message":""},"jsonrpc":"2.0"}')).toMatchObject({ kind: "response" });
  });

  test("is understood in any order, with whitespace and escaped keys", () => {
    const text = String.raw`
      { "params" : {"_meta" : {"x":{"progressToken":1}, "progress\u0054oken" : "t" }, "\u0075ri":"a:b", "name":"n"},
        "m\u0065thod" : "tools\/call", "\u0069d" : 7 , "jsonrpc":"2\u002e0" } `;
    const message = readGood(text);
    expect(message).toMatchObject({ kind: "request", method: "tools/call" });
    expect(rawId(message)).toBe("7");
    expect(rawIn(message, "metaToken")).toBe('"t"');
    expect(rawIn(message, "uri")).toBe('"a:b"');
    expect(rawIn(message, "name")).toBe('"n"');
  });

  test("of the modern era is told by its _meta", () => {
    const meta = '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}';
    expect(rawIn(readGood(`{"jsonrpc":"2.0","id":1,"method":"m","params":{${meta}}}`), "metaVersion")).toBe(
      '"2026-07-28"',
    );
    expect(
      rawIn(readGood(`{"jsonrpc":"2.0","id":1,"method":"m","params":{"arguments":{${meta}}}}`), "metaVersion"),
    ).toBeUndefined();
  });

  test.each([
    ['{"jsonrpc":"2.0","id":1,"method":"a","id":2}', "id twice"],
    ['{"jsonrpc":"2.0","id":1,"method":"a","\\u0069d":2}', "id twice, once escaped"],
    ['{"jsonrpc":"2.0","id":1,"method":"a","ID":2}', "id in another case"],
    ['{"jsonrpc":"2.0","id":1,"method":"a","Method":"b"}', "method in another case"],
    ['{"jsonrpc":"2.0","id":1,"method":"a","param\u017f":{}}', "params with a long s"],
    ['{"jsonrpc":"2.0","id":1,"method":"a","params":{"_meta":{},"_meta":{"progressToken":1}}}', "_meta twice"],
    ['{"jsonrpc":"2.0","id":1,"method":"a","params":{"_META":{"progressToken":1}}}', "_meta in another case"],
    ['{"jsonrpc":"2.0","method":"a","params":{"requestId":1,"RequestId":2}}', "requestId in two cases"],
    ['{"jsonrpc":"2.0","id":1,"method":"a","params":{"_meta":{"progressToken":1,"progresstoken":2}}}', "a token twice"],
    ['{"jsonrpc":"2.0","id":1,"method":"a","params":{"name":"x","name":"y"}}', "name twice"],
  ])("%s is refused (%s)", (text) => {
    expect(read(text)).toMatchObject({ kind: "malformed", code: -32600 });
  });

  test("may repeat keys where nobody looks", () => {
    const text =
      '{"jsonrpc":"2.0","id":1,"method":"a","x":1,"x":2,"params":{"arguments":{"id":1,"id":2,"ID":3},"Name":1}}';
    expect(readGood(text).kind).toBe("request");
  });

  test.each([
    ["", -32700],
    ["{", -32700],
    ['{"jsonrpc":"2.0","id":1,"method":"a"}x', -32700],
    ['{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":01}}', -32700],
    [`{"jsonrpc":"2.0","id":1,"method":"a","params":${"[".repeat(300)}${"]".repeat(300)}}`, -32700],
    ["[1", -32700],
    ["[]", -32600],
    ["7", -32600],
    ['{"id":1,"method":"a"}', -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"a"}', -32600],
    ['{"jsonrpc":"2.0","id":null,"method":"a"}', -32600],
    ['{"jsonrpc":"2.0","id":{},"method":"a"}', -32600],
    ['{"jsonrpc":"2.0","id":1,"method":5}', -32600],
    ['{"jsonrpc":"2.0","id":1}', -32600],
    ['{"jsonrpc":"2.0","result":{}}', -32600],
    ['{"jsonrpc":"2.0","id":1,"result":{},"error":{}}', -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"a","result":{}}', -32600],
  ])("%j is malformed: %d", (text, code) => {
    expect(read(text)).toMatchObject({ kind: "malformed", code });
  });

  test("with bytes that are not UTF-8 is malformed", () => {
    const bytes = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":"\xff"}}', "latin1");
    expect(readClientMessage(bytes)).toMatchObject({ kind: "malformed", code: -32700 });
  });

  test("that is malformed still gives its id, where it has one", () => {
    expect(read('{"id":"é","method":"a"}')).toMatchObject({ id: Buffer.from('"é"').toString("latin1") });
    expect(read('{"id":null,"method":"a"}')).not.toHaveProperty("id");
  });
});

test("a server's message may lack what only clients judge", () => {
  expect(readServerMessage(Buffer.from('{"id":5,"result":1}'))).toMatchObject({ kind: "response" });
  expect(readServerMessage(Buffer.from('{"method":"a","ID":1}'))).toMatchObject({ kind: "notification" });
  expect(readServerMessage(Buffer.from("ready on port 3000"))).toMatchObject({ kind: "malformed" });
  expect(readServerMessage(Buffer.from('{"id":1,"id":2,"result":{}}'))).toMatchObject({ kind: "malformed" });
});

test("any request comes back whole after its id was replaced and put back", () => {
  const request = fc.record({
    id: fc.oneof(
      fc.constantFrom(...IDS),
      fc.string({ unit: "binary" }).map((text) => JSON.stringify(text)),
    ),
    token: fc.oneof(
      fc.integer().map(String),
      fc.string({ unit: "grapheme" }).map((text) => JSON.stringify(text)),
    ),
    rest: fc.json(),
    space: fc.stringMatching(/^[ \t\r\n]{0,3}$/),
    isIdFirst: fc.boolean(),
  });
  fc.assert(
    fc.property(request, ({ id, token, rest, space, isIdFirst }) => {
      const params = `"params":{"arguments":${rest},${space}"_meta":{"a":${rest},"progressToken":${space}${token}${space}}}`;
      const members = [`"jsonrpc":"2.0"`, `"method":"tools/call"`, params];
      members.splice(isIdFirst ? 0 : 3, 0, `"id":${space}${id}`);
      const text = `${space}{${members.join(`${space},`)}}`;

      const message = readGood(text);
      expect(rawIn(message, "metaToken")).toBe(token);
      const sent = readSent(
        splice(message.bytes, [
          { span: message.id!, text: "1700000000000000" },
          { span: spanIn(message, "metaToken")!, text: "1700000000000001" },
        ]),
      );
      expect(integerAt(sent.bytes, sent.id!)).toBe(1700000000000000);
      expect(rawIn(sent, "metaToken")).toBe("1700000000000001");
      const back = splice(sent.bytes, [
        { span: spanIn(sent, "metaToken")!, text: Buffer.from(token).toString("latin1") },
        { span: sent.id!, text: rawId(message) },
      ]);
      expect(back.toString()).toBe(text);
    }),
    { numRuns: 1000 },
  );
});

test("a message is made one line without changing what it says", () => {
  const value = { jsonrpc: "2.0", id: 1, method: "a", params: { text: "x\r\ny" } };
  const line = toOneLine(Buffer.from(JSON.stringify(value, null, "\r\n")));
  expect(line.includes("\n")).toBe(false);
  expect(line.includes("\r")).toBe(false);
  expect(JSON.parse(line.toString())).toEqual(value);
});

test("a batch is split into its elements", () => {
  expect(elements(' [ {"a":[1]} , 2,"x" ] ')).toEqual(['{"a":[1]}', "2", '"x"']);
  expect(elements("[]")).toEqual([]);
  expect(elements("{}")).toBeUndefined();
  expect(elements("[1,]")).toBeUndefined();
  expect(elements("[1] 2")).toBeUndefined();
});

test.each([
  ["7", 7],
  ['"1700000000000000"', 1700000000000000],
  ["-1", -1],
  ["1.5", -1],
  ['""', -1],
  ["99999999999999999", -1],
  ["null", -1],
])("the integer at %s is %d", (text, value) => {
  expect(integerAt(Buffer.from(text), { start: 0, end: text.length })).toBe(value);
});

test("ids are the same when they mean the same", () => {
  expect(sameness(String.raw`"\u0061"`)).toBe(sameness('"a"'));
  expect(sameness(raw(String.raw`"\u00e9"`))).toBe(sameness(raw('"é"')));
  expect(sameness("1")).not.toBe(sameness('"1"'));
});
