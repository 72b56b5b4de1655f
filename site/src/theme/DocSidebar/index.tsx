import type { Props } from "@theme/DocSidebar";
import { DrawerHead } from "@site/src/components/DrawerHead";
import { SidebarTree } from "@site/src/components/SidebarTree";

/** A column where there is room, and the first drawer of the menu where there is not: one tree for both. */
export default function DocSidebar({ sidebar, path }: Props) {
  return (
    <aside id="menu-pages" className="side drawer" popover="auto" aria-label="Documentation">
      <DrawerHead target="menu-pages" />
      <button type="button" className="drawer-back" data-act="main-menu" popoverTarget="menu">
        ← Back to main menu
      </button>
      <nav className="tree" aria-label="Docs sidebar">
        <SidebarTree items={sidebar} path={path} />
      </nav>
    </aside>
  );
}
