import Head from "@docusaurus/Head";
import Preview from "@site/docs/_theme-preview.mdx";
import Layout from "@theme/Layout";
import MDXContent from "@theme/MDXContent";

export default function ThemePreview() {
  return (
    <Layout title="Theme preview" description="Every element that a page of this site may be made of.">
      <Head>
        <meta name="robots" content="noindex, nofollow" />
      </Head>
      <main className="doc doc-alone">
        <div className="doc-column markdown">
          <MDXContent>
            <Preview />
          </MDXContent>
        </div>
      </main>
    </Layout>
  );
}
