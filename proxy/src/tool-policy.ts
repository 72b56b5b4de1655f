import { AppError } from "@toolhaven/contract/errors";
import { quote } from "@toolhaven/contract/quote";

/** Which of a server's tools clients may use, and under which names and descriptions. */
export interface ToolPolicy {
  /** The names that clients see; empty offers all. */
  readonly offered: readonly string[];
  /** By the name the server itself uses. */
  readonly overrides: Readonly<Record<string, ToolOverride>>;
}

export interface ToolOverride {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

/** A policy, ready for use. A tool is shown by a name exactly when a call of that name reaches it. */
export interface ToolView {
  /** Two with the same one show the same. */
  readonly key: string;
  /** What clients see of the tool that the server calls `own`; undefined when that is nothing. */
  shown(own: string): { readonly name: string; readonly description: string | undefined } | undefined;
  /** What the server calls the tool that clients call `visible`; undefined when they may not. */
  ownNameOf(visible: string): string | undefined;
}

/**
 * @returns undefined for a policy that offers everything as it is
 * @throws AppError `invalid_input` when two tools would have one name
 */
export function createToolView({ offered, overrides }: ToolPolicy): ToolView | undefined {
  const entries = Object.entries(overrides);
  if (offered.length === 0 && entries.length === 0) return undefined;
  const wanted = new Set(offered);
  const visibleByOwn = new Map(entries.map(([own, { name = own }]) => [own, name]));
  const descriptions = new Map(entries.map(([own, { description }]) => [own, description]));
  const ownByVisible = new Map<string, string>();
  for (const [own, visible] of visibleByOwn) {
    const other = ownByVisible.get(visible);
    if (other !== undefined) {
      const both = `tools ${quote(other)} and ${quote(own)}`;
      throw new AppError("invalid_input", `${both} would both be called ${quote(visible)}: give one another name`);
    }
    ownByVisible.set(visible, own);
  }

  const view: ToolView = {
    key: JSON.stringify([offered.toSorted(), entries.toSorted(([one], [other]) => (one < other ? -1 : 1))]),

    shown(own) {
      const name = visibleByOwn.get(own) ?? own;
      // Another tool may have been given the name that this one was born with; only that one is called by it.
      return view.ownNameOf(name) === own ? { name, description: descriptions.get(own) } : undefined;
    },

    ownNameOf(visible) {
      if (wanted.size > 0 && !wanted.has(visible)) return undefined;
      const renamed = ownByVisible.get(visible);
      if (renamed !== undefined) return renamed;
      return visibleByOwn.has(visible) ? undefined : visible;
    },
  };
  return view;
}
