import { validateHeaderName, validateHeaderValue } from "node:http";
import { AppError } from "@toolhaven/contract/errors";
import { quote } from "@toolhaven/contract/quote";
import type { HeaderList } from "./forward-target.ts";

/**
 * What an operator wants to be sent, ready to be: values without the whitespace around them, which a secret read from
 * a file often ends with, and beyond ASCII in UTF-8.
 * @throws AppError `invalid_input` for a name or value that cannot be sent; it never holds the value
 */
export function toHeaderList(headers: Readonly<Record<string, string>>): HeaderList {
  return Object.entries(headers).flatMap(([name, given]) => {
    const value = Buffer.from(given.trim()).toString("latin1");
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      // Node's own message may hold the value.
      throw new AppError(
        "invalid_input",
        `cannot send header ${quote(name)}: its name or value is not allowed in HTTP`,
      );
    }
    return [name, value];
  });
}
