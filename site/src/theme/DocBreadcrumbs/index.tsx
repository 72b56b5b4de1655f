import Link from "@docusaurus/Link";
import { useSidebarBreadcrumbs } from "@docusaurus/plugin-content-docs/client";
import StructuredData from "@theme/DocBreadcrumbs/StructuredData";

export default function DocBreadcrumbs() {
  const crumbs = useSidebarBreadcrumbs() ?? [];
  return (
    <nav className="crumbs" aria-label="Breadcrumbs">
      {crumbs.length > 0 && <StructuredData breadcrumbs={crumbs} />}
      <ul>
        <li>
          <Link to="/" aria-label="Home page">
            <i className="icon icon-home" />
          </Link>
        </li>
        {crumbs.map((crumb, index) => (
          <li key={index}>
            {crumb.href && index < crumbs.length - 1 ? (
              <Link to={crumb.href}>{crumb.label}</Link>
            ) : (
              <span aria-current={index === crumbs.length - 1 ? "page" : undefined}>{crumb.label}</span>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
