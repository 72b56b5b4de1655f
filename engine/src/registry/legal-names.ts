import { ServerName } from "@toolhaven/contract/registry-server";

/**
 * Gives every name a key of its own that a registry may use: a name that is one already stays, others become lower
 * case with "-" for what is not a letter or digit, and get a number when that is taken. The order in which the names
 * come makes no difference. A name with nothing usable in it has no key.
 */
export function legalKeys(names: Iterable<string>): Map<string, string> {
  const sorted = [...new Set(names)].toSorted();
  const keys = new Map(sorted.filter(isLegal).map((name) => [name, name]));
  const taken = new Set(keys.keys());
  const next = new Map<string, number>();
  for (const name of sorted) {
    const base = baseOf(name);
    if (keys.has(name) || base === "") continue;
    let number = next.get(base) ?? 1;
    let key = base;
    while (taken.has(key)) key = `${base}-${++number}`;
    next.set(base, number);
    taken.add(key);
    keys.set(name, key);
  }
  return keys;
}

const isLegal = (name: string): boolean => name.length <= MAX_LENGTH && ServerName.safeParse(name).success;

/** A key is part of an address and of lists people read. */
const MAX_LENGTH = 200;

function baseOf(name: string): string {
  const parts = name
    .slice(0, MAX_LENGTH)
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return parts.filter((part) => part !== "").join("-");
}
