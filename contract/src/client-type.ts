import { z } from "zod";
import { quote } from "./quote.ts";

/** The client applications whose settings we can write. */
export const ClientType = z
  .enum([
    "RooCode",
    "Cline",
    "Cursor",
    "VSCodeInsider",
    "VSCode",
    "ClaudeCode",
    "Windsurf",
    "WindsurfJetBrains",
    "AmpCli",
    "AmpVSCode",
    "AmpCursor",
    "AmpVSCodeInsider",
    "AmpWindsurf",
    "LMStudio",
    "Goose",
  ])
  .meta({ id: "ClientType", description: "A client application, as spelt in every answer." });
export type ClientType = z.infer<typeof ClientType>;

const BY_LETTERS: ReadonlyMap<string, ClientType> = new Map(ClientType.options.map((type) => [lettersOf(type), type]));

/** A client type as people write it: `claude-code`, `Claude-Code` and `CLAUDECODE` are all `ClaudeCode`. */
export const ClientTypeInput = z
  .preprocess(
    (value: unknown) => (typeof value === "string" ? (BY_LETTERS.get(lettersOf(value)) ?? value) : value),
    z.enum(ClientType.options, { error: ({ input }) => problemOf(input) }),
  )
  .meta({
    id: "ClientTypeInput",
    description: "A client application; case and hyphens do not matter: `claude-code` is `ClaudeCode`.",
    examples: ["ClaudeCode", "VSCode"],
  });

function lettersOf(text: string): string {
  return text.replaceAll("-", "").toLowerCase();
}

function problemOf(value: unknown): string {
  const choices = `use one of ${ClientType.options.join(", ")}`;
  if (value === undefined) return `missing; ${choices}`;
  return typeof value === "string" ? `unsupported client type ${quote(value)}; ${choices}` : choices;
}
