import type { Config } from "@docusaurus/types";
import { docsPlugin } from "../plugins/docs.ts";
import { PAGE_TEMPLATE } from "../plugins/page-template.ts";
import { theme } from "../plugins/theme.ts";

const locale = process.env["DOCUSAURUS_CURRENT_LOCALE"] ?? "en";
const asked = process.env["CONFIGURED_VERSIONS"];

/** The chrome that the site's own configuration leaves out, around a few pages that `configured-site.ts` writes. */
export const configured: Config = {
  title: "Configured",
  favicon: "img/favicon.svg",
  url: "https://toolhaven.example",
  baseUrl: "/",
  i18n: {
    defaultLocale: "en",
    locales: asked === undefined ? ["en", "fr"] : ["en"],
    localeConfigs: { en: { label: "English" }, fr: { label: "Français" } },
  },
  baseUrlIssueBanner: false,
  // The page for addresses that are none lists pages of the real site.
  onBrokenLinks: "ignore",
  future: {
    experimental_faster: {
      swcJsLoader: true,
      swcJsMinimizer: true,
      lightningCssMinimizer: true,
      rspackBundler: true,
      mdxCrossCompilerCache: true,
    },
    v4: { removeLegacyPostBuildHeadAttribute: true },
  },
  ssrTemplate: PAGE_TEMPLATE,
  themes: [theme],
  plugins: [
    [docsPlugin, { path: "pages", routeBasePath: "docs" }],
    // A page without a version.
    ["@docusaurus/plugin-content-pages", { path: "home" }],
  ],
  themeConfig: {
    colorMode: { defaultMode: "dark", respectPrefersColorScheme: true },
    // Each language has an announcement of its own, which is how one build comes to have two of them.
    announcementBar: { id: `news-${locale}`, content: `News in <b>${locale}</b>`, isCloseable: true },
    navbar: {
      title: "Configured",
      hideOnScroll: true,
      items: [
        { type: "docsVersionDropdown", position: "left", ...(asked === undefined ? {} : { versions: [asked] }) },
        { type: "localeDropdown", position: "right" },
      ],
    },
    footer: {
      links: [
        { title: "First column", items: [{ label: "Start", to: "/" }] },
        { title: "Second column", items: [{ label: "Elsewhere", href: "https://elsewhere.example" }] },
      ],
      copyright: "Nobody",
    },
  },
};
