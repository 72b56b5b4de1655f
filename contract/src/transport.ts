import { z } from "zod";
import { quote, quoteAll } from "./quote.ts";

/** How a server speaks. `inspector` marks the debugging helper's own container; nobody creates one. */
export const Transport = z.enum(["stdio", "sse", "streamable-http", "inspector"]).meta({
  id: "Transport",
  description: "How a server speaks; `inspector` marks the debugging helper and cannot be created.",
});
export type Transport = z.infer<typeof Transport>;

/** What clients speak with the proxy. */
export const ProxyMode = z.enum(["sse", "streamable-http"]).meta({
  id: "ProxyMode",
  description: "What clients speak with the proxy in front of a server.",
});
export type ProxyMode = z.infer<typeof ProxyMode>;

const Creatable = Transport.exclude(["inspector"], { error: ({ input }) => problemOf(input) });

/** A transport as a request may write it: all lower or all upper case. */
export const TransportInput = z.preprocess(
  (value: unknown) => (typeof value === "string" && value === value.toUpperCase() ? value.toLowerCase() : value),
  Creatable,
);

function problemOf(value: unknown): string {
  const choices = `use ${quoteAll(Creatable.options)}`;
  if (value === "inspector") return `"inspector" cannot be created, it only appears in lists; ${choices}`;
  return typeof value === "string" ? `${quote(value)} is not a transport; ${choices}` : `must be a string; ${choices}`;
}
