import { AppError } from "@toolhaven/contract/errors";
import { z } from "zod";
import type { RegistryPackage } from "./package-reference.ts";
import type { AskRegistry } from "./registry-request.ts";
import { meaningOf, type Resolution, unknownPackage, unknownVersion } from "./resolution.ts";
import { inRange, newest } from "./version-order.ts";

const Packument = z.object({
  "dist-tags": z.record(z.string(), z.string()).default({}),
  versions: z.record(
    z.string(),
    // Of what was published over the years not all is well-formed; only whether something is there counts.
    z.object({ bin: z.unknown().optional(), directories: z.unknown().optional() }),
  ),
});

/** Which version a reference means now. @throws AppError `not_found`, or `invalid_input` for a package without a program */
export async function resolveNpm(
  reference: RegistryPackage,
  { registry, ask, signal }: { registry: string; ask: AskRegistry; signal: AbortSignal },
): Promise<Resolution> {
  const { name, version } = reference;
  const url = new URL(name.replace("/", "%2f"), registry.endsWith("/") ? registry : `${registry}/`);
  // The short form, where the registry has it: without every version's readme.
  const accept = "application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8";
  const meaning = meaningOf(await ask({ url, accept, signal, takesTokens: true }), Packument);
  if (meaning.kind === "unreachable") return meaning;
  if (meaning.kind === "refused") throw unknownPackage(reference, meaning.reason);
  const { "dist-tags": tags, versions } = meaning.body;
  const all = Object.keys(versions);
  const found = version === undefined ? (tags["latest"] ?? newest(all)) : (tags[version] ?? choose(all, version));
  const entry = found === undefined ? undefined : versions[found];
  if (found === undefined || !entry) throw unknownVersion(reference, tags["latest"] ?? newest(all));
  if (!isThere(entry.bin) && !isThere(entry.directories)) {
    throw new AppError(
      "invalid_input",
      `cannot run package "npx://${name}@${found}": it has no program, it is a library`,
    );
  }
  return { kind: "resolved", version: found };
}

function choose(all: readonly string[], version: string): string | undefined {
  return all.includes(version) ? version : newest(inRange(all, version) ?? []);
}

const isThere = (value: unknown): boolean => value !== undefined && value !== null && Object.keys(value).length > 0;
