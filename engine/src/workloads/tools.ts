import { AppError } from "@toolhaven/contract/errors";
import type { ToolOverrides } from "@toolhaven/contract/tool-override";

export interface ToolWishes {
  /** The tools to offer, by the names clients see; empty: all. */
  readonly tools: readonly string[];
  /** By the names the server itself uses. */
  readonly tools_override: ToolOverrides;
}

/** @throws AppError `invalid_input` when two tools would have one name, or a tool is offered by a name it lost */
export function checkTools({ tools, tools_override }: ToolWishes): void {
  const owners = new Map<string, string>();
  for (const [own, { name: visible = own }] of Object.entries(tools_override)) {
    const other = owners.get(visible);
    if (other !== undefined) {
      throw new AppError(
        "invalid_input",
        `invalid "tools_override": "${other}" and "${own}" would both be called "${visible}"; choose two names`,
      );
    }
    owners.set(visible, own);
  }
  for (const tool of tools) {
    const renamed = tools_override[tool]?.name;
    if (renamed === undefined || renamed === tool || owners.has(tool)) continue;
    throw new AppError("invalid_input", `invalid "tools": "${tool}" is offered as "${renamed}"; name it so`);
  }
}
