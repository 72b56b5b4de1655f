import { useDoc } from "@docusaurus/plugin-content-docs/client";
import { Contents } from "@site/src/components/Contents";
import { PageActions } from "@site/src/components/PageActions";
import DocBreadcrumbs from "@theme/DocBreadcrumbs";
import DocItemContent from "@theme/DocItem/Content";
import type { Props } from "@theme/DocItem/Layout";
import DocItemPaginator from "@theme/DocItem/Paginator";
import DocVersionBadge from "@theme/DocVersionBadge";
import DocVersionBanner from "@theme/DocVersionBanner";
import { PageFoot } from "@site/src/components/PageFoot";

export default function DocItemLayout({ children }: Props) {
  const { metadata, frontMatter, toc } = useDoc();
  const { toc_min_heading_level: from = 2, toc_max_heading_level: to = 3 } = frontMatter;
  const headings = frontMatter.hide_table_of_contents ? [] : toc.filter(({ level }) => level >= from && level <= to);
  return (
    <div className="doc">
      <div className="doc-column">
        <article>
          <div className="doc-top">
            <DocBreadcrumbs />
            <PageActions path={metadata.permalink} />
          </div>
          <DocVersionBanner />
          <DocVersionBadge />
          {headings.length > 0 && (
            <details className="toc-folded">
              <summary>On this page</summary>
              <Contents headings={headings} />
            </details>
          )}
          <DocItemContent>{children}</DocItemContent>
          <PageFoot />
        </article>
        <DocItemPaginator />
      </div>
      <div className="toc-column">
        {headings.length > 0 && (
          <nav className="toc" aria-labelledby="toc-title">
            <p id="toc-title">On this page</p>
            <Contents headings={headings} />
          </nav>
        )}
      </div>
    </div>
  );
}
