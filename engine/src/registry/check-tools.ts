import type { CreateWorkload } from "@toolhaven/contract/create-workload";
import { AppError } from "@toolhaven/contract/errors";
import { quote } from "@toolhaven/contract/quote";

/**
 * A tool the server does not have is a mistake in the request, as far as the registry knows the tools. `tools` is by
 * the names clients see, `tools_override` by the server's own.
 * @throws AppError `invalid_input` naming the tool
 */
export function checkTools(
  { tools, tools_override }: Pick<CreateWorkload, "tools" | "tools_override">,
  server: { readonly name: string; readonly tools: readonly string[] },
): void {
  if (server.tools.length === 0) return;
  const own = new Set(server.tools);
  const stranger = Object.keys(tools_override).find((tool) => !own.has(tool));
  if (stranger !== undefined) throw unknownTool("tools_override", stranger, server);
  const visible = new Set(server.tools.map((tool) => overrideOf(tools_override, tool)?.name ?? tool));
  const missing = tools.find((tool) => !visible.has(tool));
  if (missing !== undefined) throw unknownTool("tools", missing, { ...server, tools: [...visible] });
}

/** A tool may be called `constructor`. */
const overrideOf = (overrides: CreateWorkload["tools_override"], tool: string) =>
  Object.hasOwn(overrides, tool) ? overrides[tool] : undefined;

const MAX_LISTED = 10;

function unknownTool(
  field: string,
  tool: string,
  { name, tools }: { name: string; tools: readonly string[] },
): AppError {
  const listed = tools.slice(0, MAX_LISTED).map(quote).join(", ");
  const more = tools.length > MAX_LISTED ? ` and ${tools.length - MAX_LISTED} more` : "";
  const text = `invalid "${field}": ${quote(name)} has no tool ${quote(tool)}; it has ${listed}${more}`;
  return new AppError("invalid_input", text);
}
