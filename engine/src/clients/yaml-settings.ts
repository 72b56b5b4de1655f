import { isMap, type Pair, stringify, type YAMLMap } from "yaml";
import { addMembers, type Braces, interiorOf, removeMembers } from "./braces.ts";
import type { Fields } from "./entry.ts";
import { refuse } from "./refuse.ts";
import { type Change, dropUndefined, type Made, type Settings, type SettingsFormat } from "./settings-format.ts";
import { applySplices, lineEnd, sameButBlanks, type Splice } from "./text.ts";
import {
  behindComments,
  columnOf,
  endOfBlock,
  insertLines,
  isPlainPlace,
  removeLines,
  renderLines,
  shiftLines,
  stepOf,
} from "./yaml-block.ts";
import { bracesOf, colonEnd, contentEnd, isNothing, linesOf, nameOf, pairNamed, readYaml } from "./yaml-map.ts";
import { startOf, type YamlText } from "./yaml-map.ts";

/** YAML: a map in lines (the usual form), a flow map in braces, or a key with nothing behind it. */
export const yamlSettings: SettingsFormat = { maxBytes: 1_000_000, read };

function read(text: string, topKey: string): Settings {
  const around = parse(text);
  const top = topOf(around, topKey);
  const entries = top?.map?.items.flatMap((pair) => {
    const name = nameOf(pair);
    if (name === undefined) return [];
    return [[name, { raw: rawOf(text, top, pair), value: () => dataOf(around, pair.value) }] as const];
  });
  const others = around.root?.items.filter((pair) => pair !== top?.pair) ?? [];

  return {
    text,
    entries: new Map(entries),
    hasTop: top !== undefined,
    rest: others.map(({ key, value }) => [dataOf(around, key), dataOf(around, value)]),
    rewrite(changes) {
      const splices = top?.map?.items.flatMap((pair) => {
        const change = changes.get(nameOf(pair) ?? "");
        return change ? splicesFor(around, top, pair, change) : [];
      });
      return applySplices(text, splices ?? []);
    },
    remove(names) {
      if (!top?.map) return text;
      if (top.braces) return removeMembers(around, top.braces, names);
      const gone = top.map.items.filter((pair) => names.has(nameOf(pair) ?? ""));
      return removeLines(
        text,
        gone.map((pair) => linesOf(text, pair)),
      );
    },
    add(added, made) {
      const known = dropUndefined(made);
      return top ? add(around, top, { added, made: known }) : addTop(around, topKey, { added, made: known });
    },
    tidy: (made) => tidyRoot(tidyTop(around, top, made), made),
  };
}

interface Addition {
  readonly added: ReadonlyMap<string, Fields>;
  readonly made: Made;
}

function add(around: YamlText, { pair, map, braces }: Top, { added, made }: Addition): { text: string; made: Made } {
  const { text, root } = around;
  if (braces && map && (map.items.length > 0 || interiorOf(text, braces).trim() !== "" || bracesOf(root!))) {
    const topInterior = map.items.length === 0 ? interiorOf(text, braces) : undefined;
    return { text: addMembers(around, braces, added), made: { topInterior, ...made } };
  }
  if (braces) {
    // `key: {}` becomes `key:` with lines below it.
    const start = colonEnd(pair)!;
    const end = contentEnd(map);
    const lineForm = applySplices(text, [{ start, end, text: "" }]);
    return read(lineForm, nameOf(pair)!).add(added, { topInterior: text.slice(start, end), ...made });
  }
  const keyColumn = columnOf(text, startOf(pair.key));
  const [first] = map?.items ?? [];
  const column = first ? columnOf(text, startOf(first.key)) : keyColumn + around.unit.length;
  const at = map ? endOfBlock(text, map) : behindComments(text, lineEnd(text, colonEnd(pair)!), keyColumn + 1);
  return {
    text: insertLines(text, at, renderLines(around, Object.fromEntries(added), column)),
    made: { ...(!map && { topInterior: "" }), ...made },
  };
}

interface Top {
  readonly pair: Pair;
  /** Missing when nothing is written behind the key. */
  readonly map?: YAMLMap;
  /** When the map is a flow map. */
  readonly braces?: Braces;
}

function topOf({ root, text }: YamlText, topKey: string): Top | undefined {
  const pair = root && pairNamed(root, topKey);
  if (!pair) return undefined;
  const { value } = pair;
  if (isNothing(value) && colonEnd(pair) !== undefined) return { pair };
  if (!isMap(value)) throw refuse(`"${topKey}" is not a map`, text, startOf(value));
  const braces = bracesOf(value);
  return { pair, map: value, ...(braces && { braces }) };
}

function addTop(around: YamlText, topKey: string, { added, made }: Addition): { text: string; made: Made } {
  const { text, root } = around;
  const braces = root && bracesOf(root);
  const value = { [topKey]: Object.fromEntries(added) };
  if (braces) {
    const rootInterior = root.items.length === 0 ? interiorOf(text, braces) : undefined;
    const withTop = addMembers(around, braces, new Map(Object.entries(value)));
    return { text: withTop, made: { rootInterior, ...made, topKey: true } };
  }
  const [first] = root?.items ?? [];
  const lines = renderLines(around, value, first ? columnOf(text, startOf(first.key)) : 0);
  const withTop = insertLines(text, endOfDocument(around), lines);
  return { text: withTop, made: { ...(!root && { text }), ...made, topKey: true } };
}

/** Before the mark that ends the document, or at the end of the text. */
function endOfDocument({ text, root }: YamlText): number {
  const from = root ? contentEnd(root) : 0;
  const mark = /^\.\.\.(?=\s|$)/m.exec(text.slice(from));
  return mark ? from + mark.index : text.length;
}

function tidyTop(around: YamlText, top: Top | undefined, { topKey: isOurs, topInterior }: Made): string {
  const { text, root } = around;
  if (!root || !top || (top.map?.items.length ?? 0) > 0) return text;
  const { pair, braces } = top;
  if (braces) {
    const interior = interiorOf(text, braces);
    const rootBraces = bracesOf(root);
    if (isOurs && interior.trim() === "") {
      return rootBraces
        ? removeMembers(around, rootBraces, new Set([nameOf(pair)!]))
        : removeLines(text, [linesOf(text, pair)]);
    }
    if (topInterior === undefined || !sameButBlanks(interior, topInterior)) return text;
    return applySplices(text, [{ start: braces.open + 1, end: braces.close, text: topInterior }]);
  }
  if (isOurs) return removeLines(text, [linesOf(text, pair)]);
  // A map that was emptied stays a map.
  const at = colonEnd(pair)!;
  return applySplices(text, [{ start: at, end: at, text: topInterior ?? " {}" }]);
}

function tidyRoot(text: string, { text: before, rootInterior }: Made): string {
  if (before === undefined && rootInterior === undefined) return text;
  const { root } = parse(text);
  if (!root) return before !== undefined && sameButBlanks(text, before) ? before : text;
  const braces = bracesOf(root);
  if (!braces || root.items.length > 0 || rootInterior === undefined) return text;
  if (!sameButBlanks(interiorOf(text, braces), rootInterior)) return text;
  return applySplices(text, [{ start: braces.open + 1, end: braces.close, text: rootInterior }]);
}

function splicesFor(around: YamlText, { braces }: Top, pair: Pair, change: Change): Splice[] {
  const { text } = around;
  const member = braces?.members.find(({ keyStart }) => keyStart === startOf(pair.key));
  switch (change.kind) {
    case "raw": {
      if (member) return [{ start: member.valueStart, end: member.valueEnd, text: change.raw }];
      return [replaceLines(text, pair, shiftLines(text, change.raw, columnOf(text, startOf(pair.key))))];
    }
    case "value": {
      if (member) {
        return [{ start: member.valueStart, end: member.valueEnd, text: JSON.stringify(change.value) }];
      }
      const lines = renderLines(around, { [nameOf(pair)!]: change.value }, columnOf(text, startOf(pair.key)));
      return [replaceLines(text, pair, lines.replace(/(?:\r\n|\n|\r)$/, ""))];
    }
    case "fields": {
      const places = new Map((isMap(pair.value) ? pair.value.items : []).map((field) => [nameOf(field), field]));
      const fields = Object.entries(change.fields);
      if (fields.some(([name]) => !places.has(name) || !isPlainPlace(places.get(name)!))) {
        const value = { ...(dataOf(around, pair.value) as object), ...change.fields };
        return splicesFor(around, { pair, ...(braces && { braces }) }, pair, { kind: "value", value });
      }
      return fields.map(([name, value]) => {
        const place = places.get(name)!.value;
        const rendered = member ? JSON.stringify(value) : stringify(value, { lineWidth: 0 }).trimEnd();
        return { start: startOf(place), end: contentEnd(place), text: rendered };
      });
    }
    default:
      return change satisfies never;
  }
}

/** The line break behind the lines stays, or its absence. */
function replaceLines(text: string, pair: Pair, lines: string): Splice {
  const { start, end } = linesOf(text, pair);
  return { start, end: end - lineBreakBefore(text, end), text: lines };
}

const lineBreakBefore = (text: string, end: number): number =>
  /(?:\r\n|\n|\r)$/.exec(text.slice(0, end))?.[0].length ?? 0;

/** In braces the value, otherwise the lines without the last line break. */
function rawOf(text: string, { braces }: Top, pair: Pair): string {
  const member = braces?.members.find(({ keyStart }) => keyStart === startOf(pair.key));
  if (member) return text.slice(member.valueStart, member.valueEnd);
  const { start, end } = linesOf(text, pair);
  return text.slice(start, end - lineBreakBefore(text, end));
}

/** As plain data. References are followed, but not without end. */
function dataOf({ document }: YamlText, node: unknown): unknown {
  if (typeof node !== "object" || node === null || !("toJS" in node)) return node;
  try {
    return (node as YAMLMap).toJS(document);
  } catch (cause) {
    if (cause instanceof ReferenceError) throw refuse("its references cannot be followed");
    throw cause;
  }
}

function parse(text: string): YamlText {
  const around = readYaml(text);
  // A reference that leads nowhere is found out only by following it.
  if (text.includes("*")) dataOf(around, around.root);
  const step = stepOf(text, around.root);
  return step === undefined ? around : { ...around, unit: " ".repeat(step) };
}
