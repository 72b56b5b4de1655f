import type { BuildSettings } from "./build-settings.ts";
import type { Scheme } from "./package-reference.ts";
import type { Files } from "./recipe.ts";

/**
 * The configuration files by which the tools find other registries than their own, users and passwords included. Files
 * and not build arguments: an argument stays in the image's history.
 */
export function registryFiles(scheme: Scheme, { npmRegistry, pipIndexUrl, goProxy, goSumDb }: BuildSettings): Files {
  switch (scheme) {
    case "npx":
      return npmRegistry === undefined ? {} : { "config/npmrc": npmrc(new URL(npmRegistry)) };
    case "uvx":
      return pipIndexUrl === undefined ? {} : { "config/pip.conf": pipConf(pipIndexUrl) };
    case "go": {
      const lines = [goProxy && `GOPROXY=${goProxy}`, goSumDb && `GOSUMDB=${goSumDb}`].filter(Boolean);
      return lines.length === 0 ? {} : { "config/go.env": `${lines.join("\n")}\n` };
    }
    default:
      return scheme satisfies never;
  }
}

/** npm wants who asks apart from where; a user without a password is a token. */
function npmrc(url: URL): string {
  const { username, password } = url;
  const bare = new URL(url);
  bare.username = "";
  bare.password = "";
  const where = bare.href.endsWith("/") ? bare.href : `${bare.href}/`;
  const scope = where.replace(/^https?:/, "");
  const [user, word] = [decodeURIComponent(username), decodeURIComponent(password)];
  const pair = Buffer.from(`${user}:${word}`).toString("base64");
  const access = user === "" ? [] : [word ? `${scope}:_auth=${pair}` : `${scope}:_authToken=${user}`];
  return [`registry=${where}`, ...access, ""].join("\n");
}

/** A per cent sign begins a variable there. */
const pipConf = (index: string): string => `[global]\nindex-url = ${index.replaceAll("%", "%%")}\n`;
