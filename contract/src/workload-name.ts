import { z } from "zod";
import { quote } from "./quote.ts";

/**
 * Also a file name, a path segment and part of a container's name: container engines want a letter or digit first,
 * the file system must not be climbed with `..`, and `.json` is the ending of our own documents.
 */
export const WorkloadName = z
  .string()
  .regex(/^(?!.*\.\.)(?!.*\.[Jj][Ss][Oo][Nn]$)[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, {
    error: ({ input }) => problemOf(String(input)),
  })
  .brand<"WorkloadName">()
  .meta({
    id: "WorkloadName",
    description:
      "Letters, digits, `.`, `_` and `-`, starting with a letter or digit, without `..` and not ending in `.json`; at most 100 characters.",
    examples: ["github", "osv-2"],
  });
export type WorkloadName = z.infer<typeof WorkloadName>;

function problemOf(name: string): string {
  const shown = quote(name);
  if (name === "") return "must not be empty";
  if (name.length > 100) return "must have at most 100 characters";
  if (/[^A-Za-z0-9._-]/.test(name)) {
    return `${shown} holds a character that is not allowed; use letters, digits, ".", "_" and "-"`;
  }
  if (!/^[A-Za-z0-9]/.test(name)) return `${shown} must start with a letter or digit`;
  if (name.includes("..")) return `${shown} must not hold two dots in a row`;
  return `${shown} must not end in ".json"`;
}

/** Leaves room for the number that makes a derived name unique. */
const MAX_DERIVED = 80;

/**
 * A name for a workload whose creator gave none, from an image reference, a registry server's name, a package
 * (`npx://…`, `uvx://…`, `go://…`) or a URL. Never empty, always valid; uniqueness is the caller's business.
 */
export function workloadNameFrom(imageOrServer: string): WorkloadName {
  if (/^https?:\/\//i.test(imageOrServer)) return toName(hostWord(imageOrServer));
  return toName(packageWord(imageOrServer.replace(/^[a-z]+:\/\//i, "")));
}

/** The last path element without tag, digest or version; a module's `/v2` is a version too. */
function packageWord(reference: string): string {
  const path = reference
    .replace(/(?<=[^/@])@[^/]*$/, "")
    .split("/")
    .filter(Boolean);
  const word = path.findLast((element) => !/^v\d+$/.test(element)) ?? path.at(-1) ?? "";
  return word.replace(/:[^:]*$/, "");
}

/** Parts of a host name that say what kind of place it is, not whose. */
const PLACES = new Set(["www", "api", "mcp", "com", "co", "org", "net", "ac", "gov", "edu"]);

/** The owner's word in a host name: `https://mcp.example.co.uk/x` is about `example`. */
function hostWord(url: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  const labels = host.split(".");
  if (labels.length === 1 || /^[\d.]+$|^\[/.test(host)) return host;
  const owners = labels.slice(0, -1).filter((label) => !PLACES.has(label));
  return owners.at(-1) ?? labels.at(-2) ?? host;
}

function toName(text: string): WorkloadName {
  const clean = text
    .replaceAll(/[^A-Za-z0-9._-]+/g, "-")
    .replaceAll(/\.{2,}/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, MAX_DERIVED)
    .replace(/(?:\.json|[._-])+$/i, "");
  const named = WorkloadName.safeParse(clean);
  return named.success ? named.data : WorkloadName.parse("workload");
}
