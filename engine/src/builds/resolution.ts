import { AppError } from "@toolhaven/contract/errors";
import type { z } from "zod";
import { packageOf, type RegistryPackage, textOf } from "./package-reference.ts";
import type { RegistryAnswer } from "./registry-request.ts";

/** What a registry says about a reference; without an answer, nothing is known about the package. */
export type Resolution =
  | { readonly kind: "resolved"; readonly version: string }
  | { readonly kind: "unreachable"; readonly reason: string };

type Meaning<T> =
  | { readonly kind: "found"; readonly body: T }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "unreachable"; readonly reason: string };

/** Reads an answer: what is not JSON of the expected shape comes from something else than a registry. */
export function meaningOf<S extends z.ZodType>(answer: RegistryAnswer, schema: S): Meaning<z.output<S>> {
  const text = textIn(answer);
  if (text.kind !== "found") return text;
  const parsed = schema.safeParse(jsonOf(text.body));
  if (parsed.success) return { kind: "found", body: parsed.data };
  return { kind: "unreachable", reason: "its answer is not that of a package registry" };
}

export function textIn(answer: RegistryAnswer): Meaning<string> {
  if (answer.kind === "unreachable") return answer;
  const { status, text } = answer;
  if (status === 200) return { kind: "found", body: text };
  if (status === 404 || status === 410) return { kind: "refused", reason: "the registry does not know it" };
  if (status === 401 || status === 403) return { kind: "refused", reason: "the registry refuses access" };
  return { kind: "unreachable", reason: `it answered status ${status}` };
}

export const unknownPackage = (reference: RegistryPackage, reason: string): AppError =>
  new AppError("not_found", `cannot find package "${packageOf(reference)}": ${reason}`);

export function unknownVersion(reference: RegistryPackage, newest: string | undefined): AppError {
  const known = newest === undefined ? "it has no versions" : `the newest version is "${newest}"`;
  return new AppError("not_found", `cannot find package "${textOf(reference)}": no such version; ${known}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
