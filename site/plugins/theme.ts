import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import type { LoadContext, Plugin, ThemeConfigValidationContext } from "@docusaurus/types";
import { writeClientConfig } from "./client-config.ts";
import { buildEarlyScripts } from "./early.ts";

const require = createRequire(import.meta.url);
const classic = require("@docusaurus/theme-classic");
const classicFolder = dirname(require.resolve("@docusaurus/theme-classic/package.json"));

/**
 * The components of the classic theme without its style sheet, its client-side highlighter, its progress bar and its
 * inline scripts: the site has its own of each.
 */
export function theme(context: LoadContext): Plugin {
  const { getTranslationFiles, translateThemeConfig, getDefaultCodeTranslationMessages } = classic.default(context, {
    customCss: [],
  });
  const { announcementBar } = context.siteConfig.themeConfig as { announcementBar?: { id: string } };
  const early = buildEarlyScripts(announcementBar?.id ?? "");
  const own = (path: string): string => join(context.siteDir, "src", path);
  return {
    name: "toolhaven-theme",
    getThemePath: () => relative(context.siteDir, join(classicFolder, "lib/theme")),
    getTranslationFiles,
    translateThemeConfig,
    getDefaultCodeTranslationMessages,
    getClientModules: () => [
      own("css/site.css"),
      own("client/progress.ts"),
      own("client/page-event.ts"),
      ...(context.siteConfig.customFields?.["analytics"] ? [own("client/analytics.ts")] : []),
    ],
    getPathsToWatch: () => [own("early/*.ts")],
    injectHtmlTags: () => ({
      headTags: [{ tagName: "script", innerHTML: early.head }],
      postBodyTags: [{ tagName: "script", innerHTML: early.end }],
    }),
    configureWebpack: (_config, isServer, { currentBundler }) => {
      // Node takes a file of this package that ends in .js for a module, which these are not.
      if (isServer) return { output: { chunkFilename: "assets/js/[name].[contenthash:8].cjs" } };
      const { NormalModuleReplacementPlugin } = currentBundler.instance;
      return {
        // Without the names of chunks, the list of them that every page loads is half as long.
        output: { chunkFilename: "assets/js/[contenthash:8].js" },
        resolve: { alias: { "@docusaurus/utils-common$": own("client/utils-common.ts") } },
        plugins: [
          // The engine's prefetching adds a request for every link; ours asks for each file once, when there is time.
          new NormalModuleReplacementPlugin(/^\.\/prefetch$/, own("client/prefetch.ts")),
          new NormalModuleReplacementPlugin(
            /^@generated\/docusaurus\.config$/,
            writeClientConfig(context.generatedFilesDir, context.siteConfig),
          ),
        ],
      };
    },
  };
}

/** As the classic theme does, but an item of the bar that does not say where it stands is on the right. */
theme.validateThemeConfig = <T>(given: ThemeConfigValidationContext<T>): T => {
  const { navbar, ...rest } = given.themeConfig as { navbar?: { items?: object[] } };
  if (!navbar) return classic.validateThemeConfig(given);
  const items = (navbar.items ?? []).map((item) => ({ position: "right", ...item }));
  return classic.validateThemeConfig({ ...given, themeConfig: { ...rest, navbar: { ...navbar, items } } });
};
