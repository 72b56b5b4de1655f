import { AppError } from "@toolhaven/contract/errors";

/** Deeper than any registry, shallow enough for everything that walks a value by calling itself. */
const MAX_DEPTH = 64;
/** Ten thousand servers of a hundred values each; a document can be made of far more and cost minutes. */
const MAX_VALUES = 1_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Parses JSON that others wrote. How deep it nests and how much it holds is counted first: the parser takes seconds
 * for millions of brackets, and whatever walks the result later would run out of stack or keep others waiting.
 * @throws AppError `invalid_input`
 */
export function parseJson(text: string): unknown {
  const { depth, values } = measure(text);
  if (depth > MAX_DEPTH) throw new AppError("invalid_input", `it nests more than ${MAX_DEPTH} levels deep`);
  if (values > MAX_VALUES) throw new AppError("invalid_input", `it holds more than ${MAX_VALUES} values`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid_input", "it is not valid JSON", { cause });
  }
}

const COMMA = 0x2c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

function measure(text: string): { depth: number; values: number } {
  let deepest = 0;
  let depth = 0;
  let values = 1;
  let isInString = false;
  for (let at = 0; at < text.length && deepest <= MAX_DEPTH; at++) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) isInString = true;
    else if (code === COMMA) values++;
    else if (OPENING.has(code)) {
      values++;
      deepest = Math.max(deepest, ++depth);
    } else if (CLOSING.has(code)) depth--;
  }
  return { depth: deepest, values };
}
