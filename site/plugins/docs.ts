import { createRequire } from "node:module";
import type { LoadContext, Plugin, RouteConfig } from "@docusaurus/types";
import { COMMAND_PAGES } from "../routes.ts";

const require = createRequire(import.meta.url);
const docs = require("@docusaurus/plugin-content-docs");

/**
 * The plugin for pages, without titles and descriptions of the commands in what every page loads: only cards of the
 * sidebar look there, and commands are not shown as cards.
 */
export async function docsPlugin(context: LoadContext, options: unknown): Promise<Plugin> {
  const plugin: Plugin = await docs.default(context, options);
  return {
    ...plugin,
    contentLoaded: (loaded) =>
      plugin.contentLoaded?.({
        ...loaded,
        actions: { ...loaded.actions, addRoute: (route) => loaded.actions.addRoute(lighten(route)) },
      }),
  };
}
docsPlugin.validateOptions = docs.validateOptions;

interface Version {
  readonly docs: Readonly<Record<string, unknown>>;
}

function lighten(route: RouteConfig): RouteConfig {
  const version = route.props?.["version"] as Version | undefined;
  const routes = route.routes?.map(lighten);
  const kept = Object.entries(version?.docs ?? {}).filter(([id]) => !COMMAND_PAGES.some((page) => id.endsWith(page)));
  return {
    ...route,
    ...(routes && { routes }),
    ...(version && { props: { ...route.props, version: { ...version, docs: Object.fromEntries(kept) } } }),
  };
}
