import Link from "@docusaurus/Link";
import isInternalUrl from "@docusaurus/isInternalUrl";
import { isActiveSidebarItem } from "@docusaurus/plugin-content-docs/client";
import type { PropSidebarItem, PropSidebarItemCategory, PropSidebarItemLink } from "@docusaurus/plugin-content-docs";
import { isSamePath } from "@docusaurus/theme-common/internal";
import { memo, useState } from "react";

interface TreeProps {
  readonly items: readonly PropSidebarItem[];
  readonly path: string;
}

export const SidebarTree = memo(function SidebarTree({ items, path }: TreeProps) {
  return (
    <ul>
      {items.map((item, index) => {
        if (item.type === "category") return <Branch key={index} item={item} path={path} />;
        if (item.type === "link") return <Leaf key={index} item={item} path={path} />;
        return <li key={index} dangerouslySetInnerHTML={{ __html: item.value }} />;
      })}
    </ul>
  );
});

function Leaf({ item, path }: { readonly item: PropSidebarItemLink; readonly path: string }) {
  const { href, label } = item;
  const isActive = isActiveSidebarItem(item, path);
  return (
    <li>
      <Link to={href} aria-current={isActive ? "page" : undefined} data-external={!isInternalUrl(href) || undefined}>
        {label}
      </Link>
    </li>
  );
}

/**
 * Opened and closed by the early script, by attribute. What React renders for these attributes never changes, or it
 * would close what a reader opened.
 */
function Branch({ item, path }: { readonly item: PropSidebarItemCategory; readonly path: string }) {
  const { label, href, items, collapsed } = item;
  const isActive = isActiveSidebarItem(item, path);
  const [isOpen] = useState(isActive || !collapsed);
  const toggle = { type: "button", "data-act": "branch", "aria-expanded": isOpen } as const;
  return (
    <li data-open={isOpen} data-active={isActive || undefined}>
      {href ? (
        <div className="branch">
          <Link to={href} aria-current={isSamePath(href, path) ? "page" : undefined}>
            {label}
          </Link>
          <button {...toggle} aria-label={`${isOpen ? "Collapse" : "Expand"} sidebar category '${label}'`}>
            <i className="icon icon-right" />
          </button>
        </div>
      ) : (
        <div className="branch">
          <button {...toggle} className="branch-label">
            {label}
            <i className="icon icon-right" />
          </button>
        </div>
      )}
      <SidebarTree items={items} path={path} />
    </li>
  );
}
