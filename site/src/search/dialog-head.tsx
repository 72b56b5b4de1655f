import type { RefObject } from "react";
import { Icon } from "./icons.tsx";
import { LIST_ID } from "./result-list.tsx";
import { STRINGS } from "./strings.ts";

interface DialogHeadProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly value: string;
  readonly isAsking: boolean;
  /** An answer is under way: a further question has to wait. */
  readonly isAnswering: boolean;
  readonly isSearching: boolean;
  readonly active: string | undefined;
  /** What stands below: rows with buttons, plain rows, or something else. */
  readonly list: "grid" | "listbox" | undefined;
  readonly statusId: string;
  readonly onChange: (value: string) => void;
  readonly onClear: () => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

export function DialogHead(props: DialogHeadProps) {
  const { field, value, isAsking, isAnswering, isSearching, active, list, onChange } = props;
  const placeholder = isAsking ? (isAnswering ? STRINGS.answering : STRINGS.askAnother) : STRINGS.placeholder;
  const combobox = isAsking
    ? {}
    : ({
        role: "combobox",
        "aria-expanded": list !== undefined,
        "aria-haspopup": list ?? "listbox",
        "aria-controls": list && LIST_ID,
        "aria-autocomplete": "list",
        "aria-activedescendant": list && active,
      } as const);
  return (
    <div className="sd-head" role="search">
      {isAsking ? (
        <button
          type="button"
          className="sd-button"
          aria-label={STRINGS.backToKeyword}
          title={STRINGS.backToKeyword}
          onClick={props.onBack}
        >
          <Icon name="back" />
        </button>
      ) : (
        <span className="sd-glass" data-busy={isSearching}>
          <Icon name="search" />
        </span>
      )}
      <input
        ref={field}
        className="sd-field"
        type="text"
        inputMode="search"
        enterKeyHint={isAsking ? "enter" : "search"}
        aria-label={STRINGS.search}
        aria-describedby={props.statusId}
        placeholder={placeholder}
        value={value}
        // Not disabled, which would throw the focus out of the dialog.
        readOnly={isAsking && isAnswering}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={512}
        onChange={(event) => onChange(event.target.value)}
        {...combobox}
      />
      {!isAsking && value !== "" && (
        <button type="button" className="sd-clear" onClick={props.onClear}>
          {STRINGS.clear}
        </button>
      )}
      <span className="sd-rule" />
      <button
        type="button"
        className="sd-button sd-close"
        aria-label={STRINGS.cancel}
        title={STRINGS.cancel}
        onClick={props.onClose}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
