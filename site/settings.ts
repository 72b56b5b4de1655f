/** What a build can be told through its environment; everything has a default and no analytics is the default. */
export interface Settings {
  /** Origin that canonical links, the sitemap and social cards name. */
  readonly url: string;
  readonly baseUrl: string;
  /** The origin once more, for links in texts for agents; empty when not given, as such links work on every host. */
  readonly linkOrigin: string;
  /** Shown above the navigation on every page until the reader closes it. */
  readonly announcement: { readonly id: string; readonly text: string } | undefined;
  readonly analytics: {
    /** Address of a script of the site's own, e.g. `/insights/script.js`. */
    readonly insights: string | undefined;
    /** Id of a tag-manager container, `GTM-…`. */
    readonly tagManager: string | undefined;
  };
}

export function settingsFrom(env: Readonly<Record<string, string | undefined>>): Settings {
  const announcement = env["SITE_ANNOUNCEMENT"];
  return {
    url: env["SITE_URL"] || "https://toolhaven.example",
    baseUrl: env["SITE_BASE_URL"] || "/",
    linkOrigin: env["SITE_URL"] || "",
    announcement: announcement ? { id: env["SITE_ANNOUNCEMENT_ID"] || announcement, text: announcement } : undefined,
    analytics: {
      insights: env["SITE_INSIGHTS_SCRIPT"] || undefined,
      tagManager: env["SITE_TAG_MANAGER"] || undefined,
    },
  };
}
