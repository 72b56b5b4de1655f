import { bool, durationOr, integer, list, text } from "./flags.ts";

const IN = { topic: "Authentication of clients" } as const;
const OUT = { topic: "Authentication at a remote server" } as const;
const EXCHANGE = { topic: "Token exchange" } as const;

/** What clients of a proxy must show. */
export const incomingAuth = {
  "oidc-issuer": text("issuer of accepted tokens", { ...IN, value: "URL" }),
  "oidc-audience": text("audience a token must be for", { ...IN, value: "TEXT" }),
  "oidc-jwks-url": text("where the issuer's keys are", { ...IN, value: "URL" }),
  "oidc-introspection-url": text("where opaque tokens are checked", { ...IN, value: "URL" }),
  "oidc-client-id": text("our name at the introspection", { ...IN, value: "ID" }),
  "oidc-client-secret-file": text("a file with our secret there, or - for stdin", {
    ...IN,
    value: "FILE",
    complete: "files",
  }),
  "oidc-client-secret": text("our secret there", {
    ...IN,
    value: "TEXT",
    env: "TOOLHAVEN_OIDC_CLIENT_SECRET",
    deprecated: "--oidc-client-secret-file",
  }),
  "resource-url": text("the address that is announced for finding the issuer", { ...IN, value: "URL" }),
} as const;

/** How we log in to a remote server. */
export const remoteAuth = {
  "remote-auth": bool("log in even when the server does not ask for it", OUT),
  "remote-auth-issuer": text("the OpenID Connect issuer", { ...OUT, value: "URL" }),
  "remote-auth-authorize-url": text("where users log in, without an issuer", { ...OUT, value: "URL" }),
  "remote-auth-token-url": text("where tokens come from, without an issuer", { ...OUT, value: "URL" }),
  "remote-auth-client-id": text("our name; registered when left out", { ...OUT, value: "ID" }),
  "remote-auth-client-secret-file": text("a file with our secret, or - for stdin", {
    ...OUT,
    value: "FILE",
    complete: "files",
  }),
  "remote-auth-client-secret": text("our secret", {
    ...OUT,
    value: "TEXT",
    env: "TOOLHAVEN_REMOTE_OAUTH_CLIENT_SECRET",
    deprecated: "--remote-auth-client-secret-file",
  }),
  "remote-auth-scopes": list("what to ask for", { ...OUT, value: "SCOPE" }),
  "remote-auth-skip-browser": bool("print the log-in address instead of opening it", OUT),
  "remote-auth-timeout": durationOr(300_000, "give up logging in after this time", OUT),
  "remote-auth-callback-port": integer("where the log-in returns to", { ...OUT, value: "PORT" }),
} as const;

export const tokenExchange = {
  "token-exchange-url": text("where a client's token is exchanged (RFC 8693)", { ...EXCHANGE, value: "URL" }),
  "token-exchange-client-id": text("our name there", { ...EXCHANGE, value: "ID" }),
  "token-exchange-client-secret-file": text("a file with our secret, or - for stdin", {
    ...EXCHANGE,
    value: "FILE",
    complete: "files",
  }),
  "token-exchange-client-secret": text("our secret", {
    ...EXCHANGE,
    value: "TEXT",
    env: "TOOLHAVEN_TOKEN_EXCHANGE_CLIENT_SECRET",
    deprecated: "--token-exchange-client-secret-file",
  }),
  "token-exchange-audience": text("audience of the new token", { ...EXCHANGE, value: "TEXT" }),
  "token-exchange-scopes": list("scopes of the new token", { ...EXCHANGE, value: "SCOPE" }),
  "token-exchange-subject-token-type": text("kind of the client's token", {
    ...EXCHANGE,
    choices: ["access_token", "id_token", "jwt"],
  }),
  "token-exchange-header-name": text("header for the new token instead of Authorization", {
    ...EXCHANGE,
    value: "NAME",
  }),
} as const;
