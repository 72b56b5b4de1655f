import { AppError } from "@toolhaven/contract/errors";
import { ASSISTANT_HOST } from "../../src/search/ask/hosted.ts";
import { hostsOf } from "../../src/search/hosted/backend.ts";
import type { AskSettings, HostedSettings, SearchSettings } from "../../src/search/settings.ts";

/**
 * Reads from the environment of a build how the site searches. Nothing set: the site's own index, and answers that
 * quote it. All of these end up in pages, so only public keys belong here.
 */
export function searchSettingsFrom(
  env: Readonly<Record<string, string | undefined>>,
  reportUrl?: string,
): SearchSettings {
  const hosted = hostedFrom(env);
  const ask = askFrom(env, hosted);
  return {
    searchPagePath: "search",
    ...(reportUrl ? { reportUrl } : {}),
    ...(hosted ? { hosted } : {}),
    ...(ask ? { ask } : {}),
  };
}

/** Origins that pages with these settings ask; a content security policy has to allow them. */
export function originsOf({ hosted, ask }: SearchSettings): string[] {
  const urls = [
    ...(hosted ? hostsOf(hosted) : []),
    ...(ask?.kind === "endpoint" ? [ask.url] : []),
    ...(ask?.kind === "hosted" ? [ask.host ?? ASSISTANT_HOST] : []),
  ];
  return [...new Set(urls.map((url) => new URL(url).origin))];
}

function hostedFrom(env: Readonly<Record<string, string | undefined>>): HostedSettings | undefined {
  const { SITE_SEARCH_APP_ID: appId, SITE_SEARCH_KEY: apiKey, SITE_SEARCH_INDEX: indexName } = env;
  if (!appId && !apiKey && !indexName) return undefined;
  if (!appId || !apiKey || !indexName) {
    throw new AppError(
      "invalid_input",
      'hosted search needs "SITE_SEARCH_APP_ID", "SITE_SEARCH_KEY" and "SITE_SEARCH_INDEX" together',
    );
  }
  const externalUrlRegex = env["SITE_SEARCH_EXTERNAL_URLS"];
  return { appId, apiKey, indexName, ...(externalUrlRegex ? { externalUrlRegex } : {}) };
}

function askFrom(
  env: Readonly<Record<string, string | undefined>>,
  hosted: HostedSettings | undefined,
): AskSettings | undefined {
  const { SITE_ASK_ASSISTANT: assistantId, SITE_ASK_URL: url, SITE_ASK_MODEL: model, SITE_ASK_KEY: key } = env;
  if (assistantId && url) throw new AppError("invalid_input", 'set "SITE_ASK_ASSISTANT" or "SITE_ASK_URL", not both');
  if (assistantId) {
    if (!hosted)
      throw new AppError("invalid_input", '"SITE_ASK_ASSISTANT" needs the hosted search: set "SITE_SEARCH_APP_ID"');
    const { appId, apiKey, indexName } = hosted;
    return { kind: "hosted", assistantId, appId, apiKey: key || apiKey, indexName: env["SITE_ASK_INDEX"] || indexName };
  }
  if (!url) return undefined;
  if (!model) throw new AppError("invalid_input", '"SITE_ASK_URL" needs the name of a model: set "SITE_ASK_MODEL"');
  return { kind: "endpoint", url, model, ...(key ? { key } : {}) };
}
