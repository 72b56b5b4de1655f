import { createHash, timingSafeEqual } from "node:crypto";
import { inspect } from "node:util";

/** Holds a value that must not reach a log, an error or a JSON body by accident. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The one way out. Call it where the value leaves the process or meets a cipher, nowhere earlier. */
  reveal(): string {
    return this.#value;
  }

  /** Takes the same time wherever the two differ. */
  equals(other: Secret): boolean {
    return timingSafeEqual(digest(this.#value), digest(other.#value));
  }

  toString(): string {
    return "[secret]";
  }

  toJSON(): string {
    return "[secret]";
  }

  [inspect.custom](): string {
    return "[secret]";
  }
}

const digest = (value: string): Buffer => createHash("sha256").update(value).digest();
