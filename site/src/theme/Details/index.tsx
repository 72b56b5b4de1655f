import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from "react";
import type { Props } from "@theme/Details";

/** `<details>` of a page; the early script opens and closes it with a movement. */
export default function Details({ summary, children, className, ...props }: Props) {
  const parts = Children.toArray(children) as ReactNode[];
  const own = summary ?? parts.find((part) => isValidElement(part) && part.type === "summary");
  const body = parts.filter((part) => part !== own);
  return (
    <details {...props} className={["details", className].filter(Boolean).join(" ")}>
      {isValidElement(own) ? (
        cloneElement(own as ReactElement<Record<string, unknown>>, { "data-act": "details" })
      ) : (
        <summary data-act="details">{own ?? "Details"}</summary>
      )}
      <div className="details-body">{body}</div>
    </details>
  );
}
