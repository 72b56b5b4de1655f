import { Children, isValidElement, type ReactElement, type ReactNode, useId } from "react";
import type { Props as ItemProps } from "@theme/TabItem";
import type { Props } from "@theme/Tabs";

/** All panels are in the page and the early script shows the chosen one, so that agents and printers see them all. */
export default function Tabs({ children, groupId, queryString, defaultValue, className }: Props) {
  const id = useId();
  const items = (Children.toArray(children as ReactNode) as ReactNode[]).filter(
    (child): child is ReactElement<ItemProps> => isValidElement(child),
  );
  const chosen = defaultValue ?? items.find(({ props }) => props.default)?.props.value ?? items[0]?.props.value;
  const query = queryString === true ? groupId : queryString || undefined;
  return (
    <div className={["tabs", className].filter(Boolean).join(" ")} data-group={groupId} data-query={query}>
      <div role="tablist" aria-label={items.map(({ props }) => props.label ?? props.value).join(", ")}>
        {items.map(({ props: { value, label } }, index) => (
          <button
            key={value}
            type="button"
            role="tab"
            id={`${id}t${index}`}
            aria-controls={`${id}p${index}`}
            aria-selected={value === chosen}
            tabIndex={value === chosen ? 0 : -1}
            data-act="tab"
            data-value={value}
          >
            {label ?? value}
          </button>
        ))}
      </div>
      {items.map(({ props: { value, label, children: content } }, index) => (
        <div
          key={value}
          role="tabpanel"
          id={`${id}p${index}`}
          aria-labelledby={`${id}t${index}`}
          data-value={value}
          data-label={label ?? value}
          hidden={value !== chosen}
        >
          {content}
        </div>
      ))}
    </div>
  );
}
