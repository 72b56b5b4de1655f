import { AppError } from "@toolhaven/contract/errors";
import type { ToolOverrides } from "@toolhaven/contract/tool-override";
import { createToolView, type ToolPolicy } from "@toolhaven/proxy/tool-policy";

export interface ToolWishes {
  /** The tools to offer, by the names clients see; empty: all. */
  readonly tools: readonly string[];
  /** By the names the server itself uses. */
  readonly tools_override: ToolOverrides;
}

export const toolPolicy = ({ tools, tools_override }: ToolWishes): ToolPolicy => ({
  offered: tools,
  overrides: tools_override,
});

/** @throws AppError `invalid_input` when two tools would have one name, or a tool is offered by a name it lost */
export function checkTools(wishes: ToolWishes): void {
  const view = createToolView(toolPolicy(wishes));
  const lost = wishes.tools.find((tool) => view?.ownNameOf(tool) === undefined);
  if (lost === undefined) return;
  const now = wishes.tools_override[lost]?.name;
  throw new AppError("invalid_input", `invalid "tools": "${lost}" is offered as "${now}"; name it so`);
}
