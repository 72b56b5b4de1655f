import type { LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { AppError } from "@toolhaven/contract/errors";
import { isPublicAddress } from "./public-address.ts";

/** Node's own way to look a host up, as sockets call it. */
export type Lookup = LookupFunction;

/**
 * Gives a socket public addresses only. What is checked here is what the socket connects to, so a name that means
 * something else a moment later gains nothing.
 */
export function publicLookup(lookup: Lookup): Lookup {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []);
      const addresses = (Array.isArray(found) ? found : []).filter(({ address }) => isPublicAddress(address));
      const [first] = addresses;
      if (!first) return done(privateHost(), []);
      return options.all ? done(null, addresses satisfies LookupAddress[]) : done(null, first.address, first.family);
    });
  };
}

/** A host that is an address already is never looked up. */
export function refusePrivateHost(hostname: string): void {
  const address = hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(address) !== 0 && !isPublicAddress(address)) throw privateHost();
}

const privateHost = (): AppError =>
  new AppError("invalid_input", `it is on a private address; set "allow_private_ip" to true to allow that`);
