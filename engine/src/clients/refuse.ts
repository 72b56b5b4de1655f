import { AppError } from "@toolhaven/contract/errors";

/** The reason why settings are left as they are; whoever knows the file's name puts it in front. */
export function refuse(reason: string, text?: string, offset = 0): AppError {
  return new AppError("invalid_input", text === undefined ? reason : `${reason} at ${positionOf(text, offset)}`);
}

/** As editors count: from 1. */
function positionOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}
