import { useState, type RefObject } from "react";
import { ASK_ROW, rowId } from "./result-list.tsx";
import type { SearchState } from "./use-search.ts";

export interface Rows {
  /** Id of the row that Enter would choose; undefined while nothing is to be chosen. */
  readonly active: string | undefined;
  readonly point: (id: string) => void;
  /** One down or one up, and round at the ends. */
  readonly move: (step: 1 | -1) => void;
  readonly choose: (options: { inNewTab: boolean }) => void;
}

/**
 * Which row is active. Every answer begins at its first page again, or at the question where there is none;
 * before a search nothing is active.
 */
export function useRows(dialog: RefObject<HTMLElement | null>, state: SearchState): Rows {
  const key = state.kind === "answered" ? state.query : state.kind === "searching" ? state.before?.query : state.kind;
  const [chosen, setChosen] = useState<{ id: string; key: string | undefined }>();
  const answer = state.kind === "answered" ? state.answer : state.kind === "searching" ? state.before : undefined;
  const first = answer && (answer.pages.length > 0 ? rowId(0) : ASK_ROW);
  const active = chosen?.key === key ? chosen?.id : first;
  const point = (id: string): void => {
    if (id !== active) setChosen({ id, key });
  };

  return {
    active,
    point,

    move(step) {
      const rows = [...(dialog.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
      if (rows.length === 0) return;
      const at = rows.findIndex(({ id }) => id === active);
      const next = at < 0 ? (step > 0 ? 0 : rows.length - 1) : (at + step + rows.length) % rows.length;
      rows[next]!.scrollIntoView({ block: "nearest" });
      point(rows[next]!.id);
    },

    choose({ inNewTab }) {
      const rows = dialog.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [];
      const row = [...rows].find(({ id }) => id === active);
      if (inNewTab && row instanceof HTMLAnchorElement) window.open(row.href, "_blank", "noopener");
      else row?.click();
    },
  };
}
