import Link from "@docusaurus/Link";
import { PageMetadata } from "@docusaurus/theme-common";
import { PRODUCT } from "@toolhaven/contract/product";
import useBaseUrl from "@docusaurus/useBaseUrl";

const docs = PRODUCT.docsPath;
const STARTS = [
  { to: docs, label: "Introduction" },
  { to: `${docs}quickstart`, label: "Get started" },
  { to: `${docs}guides-cli/`, label: "CLI guides" },
  { to: `${docs}reference/cli/${PRODUCT.binary}`, label: "Command reference" },
  { to: `${docs}faq`, label: "FAQ" },
];

/** The early script puts the pages with the most similar address first, from the list the build leaves behind. */
export default function NotFoundContent() {
  return (
    <main className="page not-found">
      {/* Here, as an unknown address is one of the documentation's and has no page of its own to say it. */}
      <PageMetadata title="Page Not Found" description="There is no page at this address." />
      <p className="eyebrow">404</p>
      <h1>Page Not Found</h1>
      <p>We could not find what you were looking for.</p>
      <p>
        Please contact the owner of the site that linked you to the original URL and let them know their link is broken.
      </p>
      <button type="button" className="button" data-act="search">
        <i className="icon icon-search" />
        Search the documentation
      </button>
      <div id="likely" data-pages={useBaseUrl("/pages.json")} hidden dangerouslySetInnerHTML={{ __html: "" }} />
      <h2>Good places to start</h2>
      <ul className="likely">
        {STARTS.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </main>
  );
}
