import { parse } from "jsonc-parser";
import { addMembers, interiorOf, type Member, removeMembers, renderInPlace } from "./braces.ts";
import type { Fields } from "./entry.ts";
import { type JsonText, readJson } from "./json-members.ts";
import { refuse } from "./refuse.ts";
import { type Change, dropUndefined, type Made, type Settings, type SettingsFormat } from "./settings-format.ts";
import { applySplices, endOfLineIn, endsWithLineBreak, sameButBlanks, type Splice } from "./text.ts";

/** JSON with comments and trailing commas, which is what all of these applications read. */
export const jsonSettings: SettingsFormat = { maxBytes: 10_000_000, read };

function read(text: string, topKey: string): Settings {
  const around = readJson(text);
  const top = topOf(around, topKey);
  const rawOf = ({ valueStart, valueEnd }: Member): string => text.slice(valueStart, valueEnd);
  const entries = top?.braces.members.map((member) => {
    const raw = rawOf(member);
    return [member.name, { raw, value: () => dataOf(raw) }] as const;
  });
  const others = around.root?.members.filter(({ name }) => name !== topKey) ?? [];

  return {
    text,
    entries: new Map(entries),
    hasTop: top !== undefined,
    rest: others.map((member) => [member.name, rawOf(member)]),
    rewrite(changes) {
      const splices = (top?.braces.members ?? []).flatMap((member) => {
        const change = changes.get(member.name);
        return change ? splicesFor(around, member, change) : [];
      });
      return applySplices(text, splices);
    },
    remove: (names) => (top ? removeMembers(around, top.braces, names) : text),
    add: (added, made) => add(around, { topKey, top, added, made: dropUndefined(made) }),
    tidy: (made) => tidyRoot(tidyTop(around, top, made), made),
  };
}

interface Addition {
  readonly topKey: string;
  readonly top: Required<Member> | undefined;
  readonly added: ReadonlyMap<string, Fields>;
  readonly made: Made;
}

function add(around: JsonText, { topKey, top, added, made }: Addition): { text: string; made: Made } {
  const { text, root } = around;
  if (!root) return add(readJson(withRoot(text)), { topKey, top, added, made: { text, ...made } });
  if (top) {
    const topInterior = top.braces.members.length === 0 ? interiorOf(text, top.braces) : undefined;
    return { text: addMembers(around, top.braces, added), made: { topInterior, ...made } };
  }
  const rootInterior = root.members.length === 0 ? interiorOf(text, root) : undefined;
  return {
    text: addMembers(around, root, new Map([[topKey, Object.fromEntries(added)]])),
    made: { rootInterior, ...made, topKey: true },
  };
}

function tidyTop(around: JsonText, top: Required<Member> | undefined, { topKey: isOurs, topInterior }: Made): string {
  const { text, root } = around;
  if (!root || !top || top.braces.members.length > 0) return text;
  const { open, close } = top.braces;
  const interior = interiorOf(text, top.braces);
  if (isOurs && interior.trim() === "") return removeMembers(around, root, new Set([top.name]));
  if (topInterior === undefined || !sameButBlanks(interior, topInterior)) return text;
  return applySplices(text, [{ start: open + 1, end: close, text: topInterior }]);
}

function tidyRoot(text: string, { text: before, rootInterior }: Made): string {
  if (before === undefined && rootInterior === undefined) return text;
  const { root } = readJson(text);
  if (!root || root.members.length > 0) return text;
  const { open, close } = root;
  const interior = interiorOf(text, root);
  if (before !== undefined && interior.trim() === "") {
    const around = applySplices(text, [{ start: open, end: close + 1, text: "" }]);
    if (sameButBlanks(around, before)) return before;
  }
  if (rootInterior === undefined || !sameButBlanks(interior, rootInterior)) return text;
  return applySplices(text, [{ start: open + 1, end: close, text: rootInterior }]);
}

function splicesFor(around: JsonText, member: Member, change: Change): Splice[] {
  const { valueStart: start, valueEnd: end, braces } = member;
  switch (change.kind) {
    case "raw":
      return [{ start, end, text: change.raw }];
    case "value":
      return [{ start, end, text: renderInPlace(around, member, change.value) }];
    case "fields": {
      const places = new Map(braces?.members.map((field) => [field.name, field]));
      const fields = Object.entries(change.fields);
      if (fields.every(([name]) => places.has(name))) {
        return fields.map(([name, value]) => {
          const { valueStart, valueEnd } = places.get(name)!;
          return { start: valueStart, end: valueEnd, text: JSON.stringify(value) };
        });
      }
      const value = Object.assign(dataOf(around.text.slice(start, end)) as object, change.fields);
      return [{ start, end, text: renderInPlace(around, member, value) }];
    }
    default:
      return change satisfies never;
  }
}

/** The top key's member, which must be an object if it is there. */
function topOf({ root, text }: JsonText, topKey: string): Required<Member> | undefined {
  const member = root?.members.find(({ name }) => name === topKey);
  if (!member) return undefined;
  if (!member.braces) throw refuse(`"${topKey}" is not an object`, text, member.valueStart);
  return member as Required<Member>;
}

/** An empty object below what there is. */
function withRoot(text: string): string {
  const eol = endOfLineIn(text);
  return text === "" || endsWithLineBreak(text) ? `${text}{}${eol}` : `${text}${eol}{}`;
}

const dataOf = (raw: string): unknown => parse(raw, [], { allowTrailingComma: true }) as unknown;
