import Layout from "@theme/Layout";

export default function Home() {
  return (
    <Layout>
      <main>
        <h1>ToolHaven</h1>
      </main>
    </Layout>
  );
}
