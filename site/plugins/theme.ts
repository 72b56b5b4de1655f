import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import type { LoadContext, Plugin } from "@docusaurus/types";

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
  return {
    name: "toolhaven-theme",
    getThemePath: () => relative(context.siteDir, join(classicFolder, "lib/theme")),
    getTranslationFiles,
    translateThemeConfig,
    getDefaultCodeTranslationMessages,
    getClientModules: () => [join(context.siteDir, "src/css/site.css")],
  };
}
theme.validateThemeConfig = classic.validateThemeConfig;
