import Head from "@docusaurus/Head";
import { useDoc } from "@docusaurus/plugin-content-docs/client";
import { PageMetadata } from "@docusaurus/theme-common";
import useBaseUrl, { useBaseUrlUtils } from "@docusaurus/useBaseUrl";
import useDocusaurusContext from "@docusaurus/useDocusaurusContext";
import { twinOf } from "../../../../twin.ts";

export default function DocItemMetadata() {
  const { metadata, frontMatter, assets } = useDoc();
  const { siteConfig } = useDocusaurusContext();
  const { withBaseUrl } = useBaseUrlUtils();
  const { title, description, permalink, lastUpdatedAt } = metadata;
  const article = {
    "@context": "https://schema.org",
    "@type": "TechArticle",
    headline: title,
    description,
    url: siteConfig.url + permalink,
    inLanguage: "en",
    image: withBaseUrl("img/social-card.png", { absolute: true }),
    ...(lastUpdatedAt && { dateModified: new Date(lastUpdatedAt).toISOString() }),
    isPartOf: { "@type": "WebSite", name: siteConfig.title, url: siteConfig.url + siteConfig.baseUrl },
  };
  return (
    <>
      <PageMetadata
        title={title}
        description={description}
        keywords={frontMatter.keywords}
        image={assets.image ?? frontMatter.image}
      />
      <Head>
        <meta property="og:type" content="article" />
        <link rel="alternate" type="text/markdown" href={useBaseUrl(twinOf(permalink))} />
        <script type="application/ld+json">{JSON.stringify(article)}</script>
      </Head>
    </>
  );
}
