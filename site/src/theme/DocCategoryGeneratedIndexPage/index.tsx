import Head from "@docusaurus/Head";
import { useCurrentSidebarCategory } from "@docusaurus/plugin-content-docs/client";
import { PageMetadata } from "@docusaurus/theme-common";
import useBaseUrl from "@docusaurus/useBaseUrl";
import { PageActions } from "@site/src/components/PageActions";
import DocBreadcrumbs from "@theme/DocBreadcrumbs";
import DocCardList from "@theme/DocCardList";
import type { Props } from "@theme/DocCategoryGeneratedIndexPage";
import DocPaginator from "@theme/DocPaginator";
import { twinOf } from "../../../twin.ts";

export default function DocCategoryGeneratedIndexPage({ categoryGeneratedIndex }: Props) {
  const { items } = useCurrentSidebarCategory();
  const { title, description, navigation, permalink } = categoryGeneratedIndex;
  return (
    <>
      <PageMetadata title={title} {...(description && { description })} />
      <Head>
        <link rel="alternate" type="text/markdown" href={useBaseUrl(twinOf(permalink))} />
      </Head>
      <div className="doc">
        <div className="doc-column">
          <article>
            <div className="doc-top">
              <DocBreadcrumbs />
              <PageActions path={permalink} />
            </div>
            <div className="markdown">
              <h1>{title}</h1>
              {description && <p className="lead">{description}</p>}
              <DocCardList items={items} />
            </div>
          </article>
          <DocPaginator {...navigation} />
        </div>
      </div>
    </>
  );
}
