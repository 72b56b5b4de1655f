import type { Config, PluginModule } from "@docusaurus/types";
import { PRODUCT } from "@toolhaven/contract/product";
import { preparePages, site } from "./content.ts";
import { LINKS } from "./links.ts";
import { codeBlocks } from "./plugins/code.ts";
import { datesOfChange } from "./plugins/dates.ts";
import { docsPlugin } from "./plugins/docs.ts";
import { createFrontMatterParser } from "./plugins/front-matter.ts";
import { PAGE_TEMPLATE } from "./plugins/page-template.ts";
import { referenceApi } from "./plugins/reference-api/reference-api.ts";
import { referenceRegistry } from "./plugins/reference-registry/reference-registry.ts";
import { searchIndex } from "./plugins/search-index/search-index.ts";
import { searchSettingsFrom } from "./plugins/search-index/search-settings.ts";
import { theme } from "./plugins/theme.ts";
import { settingsFrom } from "./settings.ts";
import { themeConfig } from "./theme-config.ts";

preparePages();
const settings = settingsFrom(process.env);
const dates = datesOfChange(site);

const config: Config = {
  title: PRODUCT.name,
  tagline: PRODUCT.tagline,
  favicon: "img/favicon.svg",
  url: settings.url,
  baseUrl: settings.baseUrl,
  i18n: { defaultLocale: "en", locales: ["en"] },
  // The site's own banner knows that the client script waits for the reader; the engine's does not.
  baseUrlIssueBanner: false,
  headTags: [
    {
      tagName: "link",
      attributes: {
        rel: "search",
        type: "application/opensearchdescription+xml",
        title: `${PRODUCT.name} documentation`,
        href: `${settings.baseUrl}opensearch.xml`,
      },
    },
  ],
  ...(settings.analytics.insights || settings.analytics.tagManager
    ? { customFields: { analytics: settings.analytics } }
    : {}),
  onBrokenLinks: "throw",
  onBrokenAnchors: "warn",
  markdown: {
    mdx1Compat: { comments: false, admonitions: false, headingIds: true },
    parseFrontMatter: createFrontMatterParser(dates),
    hooks: { onBrokenMarkdownLinks: "warn", onBrokenMarkdownImages: "throw" },
  },
  future: {
    experimental_faster: {
      swcJsLoader: true,
      swcJsMinimizer: true,
      // It changes text that React rendered, which breaks hydration.
      swcHtmlMinimizer: false,
      lightningCssMinimizer: true,
      rspackBundler: true,
      rspackPersistentCache: true,
      ssgWorkerThreads: true,
      mdxCrossCompilerCache: true,
    },
    v4: { removeLegacyPostBuildHeadAttribute: true },
  },
  ssrTemplate: PAGE_TEMPLATE,
  themes: [theme],
  plugins: [
    [
      docsPlugin,
      {
        // Both roots of `content.ts` lie in here; the front matter parser gives each page its address.
        path: ".",
        include: ["docs/toolhaven/**/*.{md,mdx}", ".planned/**/*.mdx"],
        routeBasePath: "/",
        sidebarPath: "./sidebars.ts",
        showLastUpdateTime: true,
        editUrl: ({ docPath }: { docPath: string }) =>
          docPath.startsWith("docs/") ? `${LINKS.source}/edit/main/site/${docPath}` : undefined,
        rehypePlugins: [codeBlocks],
      },
    ],
    ["@docusaurus/plugin-content-pages", { path: "src/pages" }],
    referenceApi as PluginModule,
    referenceRegistry as PluginModule,
    [
      "@docusaurus/plugin-sitemap",
      // Without a history the engine fails to ask for a date.
      { lastmod: dates.isKnown ? "date" : null, changefreq: null, priority: null, ignorePatterns: ["/search"] },
    ],
    [searchIndex, { settings: searchSettingsFrom(process.env, `${LINKS.source}/issues/new?title=Search:+{query}`) }],
  ],
  themeConfig: themeConfig(settings),
};

export default config;
