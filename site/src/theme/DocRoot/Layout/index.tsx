import { useDocsSidebar } from "@docusaurus/plugin-content-docs/client";
import { useLocation } from "@docusaurus/router";
import type { Props } from "@theme/DocRoot/Layout";
import DocSidebar from "@theme/DocSidebar";

export default function DocRootLayout({ children }: Props) {
  const sidebar = useDocsSidebar();
  const { pathname } = useLocation();
  return (
    <div className="docs">
      {sidebar && (
        <DocSidebar key={sidebar.name} sidebar={sidebar.items} path={pathname} onCollapse={nothing} isHidden={false} />
      )}
      <main className="docs-main">{children}</main>
    </div>
  );
}

/** The sidebar cannot be hidden. */
function nothing(): void {}
