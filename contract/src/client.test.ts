import * as fc from "fast-check";
import { expect, test } from "vitest";
import { RegisterClient, RegisterClients, UnregisterClients } from "./client.ts";
import { ClientType, ClientTypeInput } from "./client-type.ts";
import { parseInput } from "./input.ts";

test("a client type is known by its letters, in any case and with or without hyphens", () => {
  const noise = fc.infiniteStream(fc.tuple(fc.boolean(), fc.boolean()));
  fc.assert(
    fc.property(fc.constantFrom(...ClientType.options), noise, (type, choices) => {
      const written = Array.from(type, (letter) => {
        const [upper, hyphen] = choices.next().value!;
        return (hyphen ? "-" : "") + (upper ? letter.toUpperCase() : letter.toLowerCase());
      });
      expect(ClientTypeInput.parse(written.join(""))).toBe(type);
    }),
  );
  expect(["claude-code", "vscode-insider", "lm-studio"].map((name) => ClientTypeInput.parse(name))).toEqual([
    "ClaudeCode",
    "VSCodeInsider",
    "LMStudio",
  ]);
});

test.each([
  [{ name: "emacs" }, /^invalid "name": unsupported client type "emacs"; use one of RooCode, Cline, /],
  [{ name: "VS Code" }, /^invalid "name": unsupported client type "VS Code"; use one of /],
  [{ name: 5 }, /^invalid "name": use one of /],
  [{}, /^invalid "name": missing; use one of /],
  [{ name: "Goose", groups: ["Web"] }, /^invalid "groups\[0\]": "Web" has upper-case/],
])("%j cannot be registered", (body, line) => {
  expect(() => parseInput(RegisterClient, body)).toThrow(line);
});

test("registering without groups means the default one, unregistering without groups means all", () => {
  expect(parseInput(RegisterClient, { name: "goose" })).toEqual({ name: "Goose", groups: ["default"] });
  expect(parseInput(RegisterClients, { names: ["goose"], groups: [] })).toEqual({
    names: ["Goose"],
    groups: ["default"],
  });
  expect(parseInput(UnregisterClients, { names: ["goose"], groups: null })).toEqual({ names: ["Goose"], groups: [] });
});

test("an empty list of clients is refused", () => {
  expect(() => parseInput(UnregisterClients, { names: [] })).toThrow(`invalid "names": must name at least one client`);
});
