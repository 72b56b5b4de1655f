import { AppError } from "@toolhaven/contract/errors";

/** Deeper than any registry, shallow enough for everything that walks a value by calling itself. */
const MAX_DEPTH = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Parses JSON that others wrote. How deep it nests is counted first: the parser takes seconds for millions of
 * brackets, and whatever walks the result later would run out of stack.
 * @throws AppError `invalid_input`
 */
export function parseJson(text: string): unknown {
  if (isDeeperThan(MAX_DEPTH, text)) {
    throw new AppError("invalid_input", `it nests more than ${MAX_DEPTH} levels deep`);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid_input", "it is not valid JSON", { cause });
  }
}

function isDeeperThan(limit: number, text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) isInString = true;
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > limit) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}
