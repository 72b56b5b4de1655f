import { BlockList, isIP } from "node:net";

/** Addresses that lead to this machine, its networks, or nowhere (IANA special-purpose registries). */
const NOT_PUBLIC_V4 = subnets("ipv4", [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
]);

/** All of the public internet lies here, bar the tunnels and examples below. */
const PUBLIC_V6 = subnets("ipv6", [["2000::", 3]]);
const NOT_PUBLIC_V6 = subnets("ipv6", [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
]);
/** IPv4 hosts as a network without IPv4 sees them (RFC 6052). */
const TRANSLATED_V4 = subnets("ipv6", [["64:ff9b::", 96]]);

/** Whether an address of a host can only be on the public internet. IPv4 written as IPv6 never counts as public. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !NOT_PUBLIC_V4.check(address, "ipv4");
    case 6:
      return isPublicV6(address);
    default:
      return false;
  }
}

function isPublicV6(address: string): boolean {
  if (address.includes("%")) return false;
  if (TRANSLATED_V4.check(address, "ipv6")) return isPublicAddress(lastFourBytes(address));
  return PUBLIC_V6.check(address, "ipv6") && !NOT_PUBLIC_V6.check(address, "ipv6");
}

function lastFourBytes(address: string): string {
  // The URL parser has one spelling for every address; groups it leaves out at the end are zero.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(":");
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group || "0", 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

function subnets(family: "ipv4" | "ipv6", ranges: ReadonlyArray<readonly [string, number]>): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family);
  return list;
}
