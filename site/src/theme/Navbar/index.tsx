import { ErrorCauseBoundary, useThemeConfig } from "@docusaurus/theme-common";
import { splitNavbarItems } from "@docusaurus/theme-common/internal";
import { Brand } from "@site/src/components/Brand";
import { DrawerHead } from "@site/src/components/DrawerHead";
import { ModeButton } from "@site/src/components/ModeButton";
import NavbarItem, { type Props as Item } from "@theme/NavbarItem";
import SearchBar from "@theme/SearchBar";

export default function Navbar() {
  const { navbar } = useThemeConfig();
  const items = navbar.items as Item[];
  const [left, right] = splitNavbarItems(items);
  const hasSearch = !items.some(({ type }) => type === "search");
  return (
    <>
      <header className="bar" data-hides={navbar.hideOnScroll || undefined}>
        <button
          type="button"
          className="icon-button bar-menu"
          data-act="menu"
          popoverTarget="menu"
          aria-label="Toggle navigation bar"
          aria-expanded="false"
        >
          <i className="icon icon-menu" />
        </button>
        <Brand />
        <nav className="bar-items" aria-label="Main">
          <Items items={left} />
        </nav>
        <div className="bar-end">
          <div className="bar-items">
            <Items items={right} />
          </div>
          <ModeButton />
          {hasSearch && <SearchBar />}
        </div>
      </header>
      <aside id="menu" className="drawer" popover="auto" aria-label="Menu">
        <DrawerHead target="menu" />
        <nav className="drawer-body" aria-label="Main menu">
          <ul className="drawer-items">
            <Items items={[...left, ...right]} isMobile />
          </ul>
        </nav>
      </aside>
    </>
  );
}

function Items({ items, isMobile }: { readonly items: readonly Item[]; readonly isMobile?: boolean }) {
  return items.map((item, index) => (
    <ErrorCauseBoundary
      key={index}
      onError={(cause) =>
        new Error(`the navigation bar has an item that cannot be shown: ${JSON.stringify(item)}`, { cause })
      }
    >
      <NavbarItem {...item} mobile={isMobile} />
    </ErrorCauseBoundary>
  ));
}
