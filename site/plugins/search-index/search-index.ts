import type { LoadContext, Plugin } from "@docusaurus/types";
import type { SearchSettings } from "../../src/search/settings.ts";
import { hostsOf } from "../../src/search/hosted/backend.ts";
import { writeIndex } from "./write-index.ts";

/** Tells pages how the site searches, and writes the index of the built pages. Takes `{ settings: SearchSettings }`. */
export function searchIndex({ baseUrl, i18n }: LoadContext, options: unknown): Plugin {
  const { settings } = options as { settings: SearchSettings };
  return {
    name: "toolhaven-search",

    contentLoaded({ actions }) {
      actions.setGlobalData(settings);
    },

    injectHtmlTags() {
      const [host] = settings.hosted ? hostsOf(settings.hosted) : [];
      if (!host) return {};
      return {
        headTags: [{ tagName: "link", attributes: { rel: "preconnect", href: host, crossorigin: "anonymous" } }],
      };
    },

    async postBuild({ outDir }) {
      writeIndex({ build: outDir, locale: i18n.currentLocale, baseUrl });
    },
  };
}
