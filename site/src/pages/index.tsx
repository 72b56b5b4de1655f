import Head from "@docusaurus/Head";
import Link from "@docusaurus/Link";
import useDocusaurusContext from "@docusaurus/useDocusaurusContext";
import FirstCommands from "@site/docs/_first-commands.mdx";
import { FEATURES, type Tile, WAYS } from "@site/src/components/landing-texts";
import MDXContent from "@theme/MDXContent";
import Layout from "@theme/Layout";
import { PRODUCT } from "@toolhaven/contract/product";

const docs = PRODUCT.docsPath;

export default function Home() {
  const { siteConfig } = useDocusaurusContext();
  const about = {
    "@context": "https://schema.org",
    "@type": "SoftwareApplication",
    name: PRODUCT.name,
    description: PRODUCT.tagline,
    applicationCategory: "DeveloperApplication",
    operatingSystem: "Linux, macOS",
    url: siteConfig.url + siteConfig.baseUrl,
    offers: { "@type": "Offer", price: "0" },
  };
  return (
    <Layout
      description={`${PRODUCT.tagline}: run MCP servers in isolated containers and use them from every AI client.`}
    >
      <Head>
        <link rel="alternate" type="text/markdown" href={`${siteConfig.baseUrl}index.md`} />
        <script type="application/ld+json">{JSON.stringify(about)}</script>
      </Head>
      <main className="landing">
        <div className="hero">
          <Harbour />
          <div className="hero-inner">
            <div>
              <h1>
                <small>{PRODUCT.name}</small> {PRODUCT.tagline}
              </h1>
              <p>
                Run MCP servers in containers of their own, with the files, secrets and network you allow, and use them
                from every AI client you have.
              </p>
              <div className="hero-actions">
                <Link className="button" to={`${docs}tutorials/quickstart-cli`}>
                  Get started
                  <i className="icon icon-arrow" />
                </Link>
                <Link className="button button-quiet" to={docs}>
                  Read the documentation
                </Link>
              </div>
            </div>
            <MDXContent>
              <FirstCommands />
            </MDXContent>
          </div>
        </div>
        <section className="section">
          <h2>Between your client and the tools</h2>
          <p>
            A client speaks to one local address. {PRODUCT.name} starts the server in a container and passes the calls
            on.
          </p>
          <ul className="path">
            <li>
              <b>AI client</b> <span>Editor, assistant or agent. Configured for you.</span>
            </li>
            <Arrow />
            <li>
              <b>Proxy</b> <span>One HTTP address a server. Checks, filters and routes each call.</span>
            </li>
            <Arrow />
            <li className="path-box">
              <b>Container</b> <span>The MCP server, with nothing but what you gave it.</span>
            </li>
          </ul>
        </section>
        <Tiles title="Three ways to use it" tiles={WAYS} />
        <Tiles title="What it takes care of" tiles={FEATURES} />
      </main>
    </Layout>
  );
}

function Tiles({ title, tiles }: { readonly title: string; readonly tiles: readonly Tile[] }) {
  return (
    <section className="section">
      <h2>{title}</h2>
      <ul className="grid">
        {tiles.map(({ icon, title: name, text, page, more }) => (
          <li key={name}>
            <Link className="tile" to={`${docs}${page}`}>
              <i className={`icon icon-${icon}`} />
              <h3>{name}</h3>
              <p>{text}</p>
              <span className="tile-more">
                {more}
                <i className="icon icon-arrow" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Arrow() {
  return (
    <li aria-hidden="true">
      <i className="icon icon-arrow" />
    </li>
  );
}

/** The mark's walls, over and over. */
function Harbour() {
  return (
    <svg className="harbour" viewBox="0 0 400 320" aria-hidden="true">
      {Array.from({ length: 9 }, (_, index) => {
        const radius = 24 + index * 20;
        return <path key={radius} d={`M${200 - radius} 320V200a${radius} ${radius} 0 0 1 ${2 * radius} 0v120`} />;
      })}
    </svg>
  );
}
