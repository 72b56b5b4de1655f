import { addressesIn, type BuildSettings } from "./build-settings.ts";

/** Takes the users and passwords of the settings, and anything in front of a host in an address, out of a text. */
export function redactor(settings: BuildSettings): (text: string) => string {
  const secrets = new Set(
    addressesIn(settings)
      .flatMap(secretsOf)
      .filter((secret) => secret.length > 0),
  );
  // The longest first: a password may be part of what it was encoded into.
  const ordered = [...secrets].toSorted((a, b) => b.length - a.length);
  return (text) =>
    ordered
      .reduce((rest, secret) => rest.replaceAll(secret, "***"), text)
      .replaceAll(/(?<=[a-z]:\/\/)[^\s/@]+@/gi, "***@");
}

/** In every spelling in which a program may say it. A user's name alone is no secret, unless it is a token. */
function secretsOf({ username, password }: URL): string[] {
  if (!username) return [];
  const [user, word] = [decodeURIComponent(username), decodeURIComponent(password)];
  const pair = `${user}:${word}`;
  const bare = word ? [password, word] : [username, user];
  return [...bare, Buffer.from(pair).toString("base64"), Buffer.from(bare[1]!).toString("base64")];
}
