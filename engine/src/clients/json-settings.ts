import { parse } from "jsonc-parser";
import { addMembers, interiorOf, type Member, removeMembers, renderInPlace } from "./braces.ts";
import { type JsonText, readJson } from "./json-members.ts";
import { refuse } from "./refuse.ts";
import type { Change, Made, SettingsFormat } from "./settings-format.ts";
import { applySplices, endOfLineIn, endsWithLineBreak, sameButBlanks, type Splice } from "./text.ts";

/** JSON with comments and trailing commas, which is what all of these applications read. */
export const jsonSettings: SettingsFormat = {
  maxBytes: 10_000_000,

  read(text, topKey) {
    const around = readJson(text);
    const top = topOf(around, topKey);
    const rawOf = ({ valueStart, valueEnd }: Member): string => text.slice(valueStart, valueEnd);
    const entries = top?.braces.members.map((member) => {
      const raw = rawOf(member);
      return [member.name, { raw, value: () => dataOf(raw) }] as const;
    });
    const others = around.root?.members.filter(({ name }) => name !== topKey) ?? [];
    return {
      entries: new Map(entries),
      hasTop: top !== undefined,
      rest: others.map((member) => [member.name, rawOf(member)]),
    };
  },

  rewrite(text, topKey, changes) {
    const around = readJson(text);
    const splices = (topOf(around, topKey)?.braces.members ?? []).flatMap((member) => {
      const change = changes.get(member.name);
      return change ? splicesFor(around, member, change) : [];
    });
    return applySplices(text, splices);
  },

  remove(text, topKey, names) {
    const around = readJson(text);
    const top = topOf(around, topKey);
    return top ? removeMembers(around, top.braces, names) : text;
  },

  add(text, topKey, added, made) {
    const around = readJson(text);
    if (!around.root) return jsonSettings.add(withRoot(text), topKey, added, { text, ...dropUndefined(made) });
    const top = topOf(around, topKey);
    if (top) {
      const topInterior = top.braces.members.length === 0 ? interiorOf(text, top.braces) : undefined;
      return { text: addMembers(around, top.braces, added), made: { topInterior, ...dropUndefined(made) } };
    }
    const rootInterior = around.root.members.length === 0 ? interiorOf(text, around.root) : undefined;
    return {
      text: addMembers(around, around.root, new Map([[topKey, Object.fromEntries(added)]])),
      made: { rootInterior, ...dropUndefined(made), topKey: true },
    };
  },

  tidy(text, topKey, made) {
    return tidyRoot(tidyTop(text, topKey, made), made);
  },
};

function tidyTop(text: string, topKey: string, { topKey: isOurs, topInterior }: Made): string {
  const around = readJson(text);
  const top = topOf(around, topKey);
  if (!around.root || !top || top.braces.members.length > 0) return text;
  const { open, close } = top.braces;
  const interior = interiorOf(text, top.braces);
  if (isOurs && interior.trim() === "") return removeMembers(around, around.root, new Set([topKey]));
  if (topInterior === undefined || !sameButBlanks(interior, topInterior)) return text;
  return applySplices(text, [{ start: open + 1, end: close, text: topInterior }]);
}

function tidyRoot(text: string, { text: before, rootInterior }: Made): string {
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

function dropUndefined(made: Made): Made {
  return Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined));
}
