import { expect, test } from "vitest";
import { advance, isBusy, newExchange, turnsOf, type ConversationEvent, type Exchange } from "./conversation.ts";

const after = (...events: ConversationEvent[]): readonly Exchange[] =>
  events.reduce<readonly Exchange[]>((exchanges, event) => advance(exchanges, event), []);

test("SR-16 an answer thinks, searches, streams and is done", () => {
  const steps: [ConversationEvent, Exchange["status"]][] = [
    [{ kind: "asked", question: "q" }, "thinking"],
    [{ kind: "searching", query: "q" }, "searching"],
    [{ kind: "searched", query: "q" }, "searching"],
    [{ kind: "text", text: "An " }, "streaming"],
    [{ kind: "text", text: "answer" }, "streaming"],
    [{ kind: "ended", how: "done" }, "done"],
  ];
  const states = steps.map((_, number) => after(...steps.slice(0, number + 1).map(([event]) => event)));
  expect(states.map((exchanges) => exchanges.at(-1)!.status)).toEqual(steps.map(([, status]) => status));
  expect(states.map(isBusy)).toEqual([true, true, true, true, true, false]);
  expect(states.at(-1)!.at(-1)).toMatchObject({ answer: "An answer", searches: [{ query: "q", isDone: true }] });
});

test("what comes after a stop changes nothing", () => {
  const stopped = after({ kind: "asked", question: "q" }, { kind: "ended", how: "stopped" });
  expect(advance(stopped, { kind: "text", text: "late" })).toBe(stopped);
  expect(advance(stopped, { kind: "ended", how: "failed" })).toBe(stopped);
});

test("a rating belongs to the answer it was given to", () => {
  const exchanges = after(
    { kind: "asked", question: "a" },
    { kind: "ended", how: "done" },
    { kind: "asked", question: "b" },
    { kind: "rated", number: 0, isGood: false },
  );
  expect(exchanges.map(({ isGood }) => isGood)).toEqual([false, undefined]);
});

test("a source is named once", () => {
  const source = { title: "A", url: "/a" };
  const [exchange] = after({ kind: "asked", question: "q" }, { kind: "source", source }, { kind: "source", source });
  expect(exchange!.sources).toEqual([source]);
});

test("a resumed conversation goes on with its question and answer", () => {
  const exchange: Exchange = { ...newExchange("a"), status: "done", answer: "b" };
  const exchanges = after({ kind: "resumed", exchange }, { kind: "asked", question: "c" });
  expect(turnsOf(exchanges)).toEqual([
    { role: "user", text: "a" },
    { role: "assistant", text: "b" },
    { role: "user", text: "c" },
  ]);
});
