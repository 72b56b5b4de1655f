import ErrorBoundary from "@docusaurus/ErrorBoundary";
import useBaseUrl from "@docusaurus/useBaseUrl";
import { PageMetadata } from "@docusaurus/theme-common";
import { PluginHtmlClassNameProvider } from "@docusaurus/theme-common/internal";
import { DocsPreferredVersionContextProvider } from "@docusaurus/plugin-content-docs/client";
import AnnouncementBar from "@theme/AnnouncementBar";
import Error from "@theme/Error";
import Footer from "@theme/Footer";
import type { Props } from "@theme/Layout";
import Navbar from "@theme/Navbar";

/** Colour mode, menus and the like have no provider: their state is in attributes (`src/early`). */
export default function Layout({ children, title, description, noFooter, wrapperClassName }: Props) {
  const list = useBaseUrl("/llms.txt");
  return (
    <DocsPreferredVersionContextProvider>
      <PluginHtmlClassNameProvider>
        <PageMetadata {...(title && { title })} {...(description && { description })} />
        <a className="skip" href="#content">
          Skip to main content
        </a>
        {/* Agents read the first lines of a page; readers see that there is a list in the footer. */}
        <p className="for-agents" aria-hidden="true">
          For agents: every page is Markdown at its address with .md, and all of them are listed in{" "}
          <a href={list} tabIndex={-1}>
            {list}
          </a>
          .
        </p>
        <AnnouncementBar />
        <Navbar />
        <div id="content" className={wrapperClassName} tabIndex={-1}>
          <ErrorBoundary fallback={(failure) => <Error {...failure} />}>{children}</ErrorBoundary>
        </div>
        {!noFooter && <Footer />}
      </PluginHtmlClassNameProvider>
    </DocsPreferredVersionContextProvider>
  );
}
