import Head from "@docusaurus/Head";
import { SearchPage } from "@site/src/search/SearchPage";
import Layout from "@theme/Layout";

export default function Search() {
  return (
    <Layout title="Search the documentation" description="Search all pages of the documentation.">
      <Head>
        <meta name="robots" content="noindex, follow" />
      </Head>
      <main className="page search-page">
        <SearchPage />
      </main>
    </Layout>
  );
}
