import { elementsOf, membersOf, skipSpace, skipValue, type Span, textAt } from "./json-text.ts";
import { fold } from "./fold.ts";
import type { Edit } from "./splice.ts";
import type { ToolView } from "./tool-policy.ts";

/**
 * What must change in a server's message, or batch of them, for clients to see the tools they may; all else keeps its
 * bytes. A list of tools is known by its shape, so that no order of requests and no id makes one slip through. Where
 * readers could understand it differently, the tool in question is left out.
 * @returns undefined when the bytes are not JSON
 */
export function toolListEdits(bytes: Buffer, view: ToolView): Edit[] | undefined {
  const start = skipSpace(bytes, hasMark(bytes) ? 3 : 0);
  const end = skipValue(bytes, start);
  if (end === -1 || skipSpace(bytes, end) !== bytes.length) return undefined;
  const messages = bytes[start] === OPEN_BRACKET ? elementsOf(bytes, { start, end }) : [{ start, end }];
  return messages
    .flatMap((message) => membersLike("result", bytes, message))
    .flatMap((result) => membersLike("tools", bytes, result))
    .flatMap((tools) => editList(bytes, tools, view));
}

const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;

/** A byte order mark, which readers of JSON skip although it is none of theirs. */
const hasMark = (bytes: Buffer): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** Every member whose key some reader may take for `name`, repeated ones too. */
function membersLike(name: string, bytes: Buffer, object: Span): Span[] {
  return membersOf(bytes, object)
    .filter(({ key }) => key === name || fold(key) === name)
    .map(({ value }) => value);
}

function editList(bytes: Buffer, list: Span, view: ToolView): Edit[] {
  if (bytes[list.start] === OPEN_BRACE) return [{ span: list, text: "[]" }];
  const elements = elementsOf(bytes, list);
  const shown = elements.map((element) => showTool(bytes, element, view));
  if (shown.every((edits) => edits?.length === 0)) return [];
  if (shown.every((edits) => edits !== undefined)) return shown.flat();
  const texts = elements.flatMap((element, index) => {
    const edits = shown[index];
    return edits === undefined ? [] : [textWith(bytes, element, edits)];
  });
  return [{ span: list, text: `[${texts.join(",")}]` }];
}

/** The changes to one tool; undefined when it is not shown. */
function showTool(bytes: Buffer, element: Span, view: ToolView): Edit[] | undefined {
  const members = membersOf(bytes, element);
  const [name, ...moreNames] = members.filter(({ key }) => fold(key) === "name");
  const [description, ...moreDescriptions] = members.filter(({ key }) => fold(key) === "description");
  const own = name?.key === "name" ? textAt(bytes, name.value) : undefined;
  if (own === undefined || moreNames.length > 0) return undefined;
  const shown = view.shown(own);
  if (shown === undefined) return undefined;
  const edits: Edit[] = shown.name === own ? [] : [{ span: name!.value, text: jsonOf(shown.name) }];
  if (shown.description === undefined) return edits;
  if (description?.key !== "description" && description !== undefined) return undefined;
  if (moreDescriptions.length > 0) return undefined;
  const text = jsonOf(shown.description);
  if (description !== undefined) return [...edits, { span: description.value, text }];
  const { end } = name!.value;
  return [...edits, { span: { start: end, end }, text: `,"description":${text}` }];
}

/** One character per byte, as edits want it. */
const jsonOf = (text: string): string => Buffer.from(JSON.stringify(text)).toString("latin1");

function textWith(bytes: Buffer, { start, end }: Span, edits: readonly Edit[]): string {
  let text = "";
  let from = start;
  for (const { span, text: replacement } of edits.toSorted((one, other) => one.span.start - other.span.start)) {
    text += bytes.toString("latin1", from, span.start) + replacement;
    from = span.end;
  }
  return text + bytes.toString("latin1", from, end);
}
