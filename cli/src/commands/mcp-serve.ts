import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { mcpServe } from "../manifest/mcp.ts";
import type { Run } from "../manifest/spec.ts";
import { usage } from "../program/failure.ts";
import { openControlServer } from "./mcp-serve/control-server.ts";
import { readText } from "./run/read-text.ts";

const LEAST_TOKEN = 16;

export const run: Run<typeof mcpServe> = async ({ flags }, context) => {
  const { io, signal, tell } = context;
  const token =
    flags["token-file"] === undefined
      ? randomBytes(32).toString("base64url")
      : (await readText(flags["token-file"])).trim();
  if (token.length < LEAST_TOKEN) throw usage(`the token is shorter than ${LEAST_TOKEN} characters`);
  const api = await context.api();
  await using server = await openControlServer({ host: flags.host, port: flags.port, token, api, signal });
  await io.stdout.write(`${server.url}\n`);
  tell(
    flags["token-file"] === undefined
      ? `clients send "Authorization: Bearer ${token}"; Ctrl-C ends`
      : "clients send the token of the file; Ctrl-C ends",
  );
  if (!signal.aborted) await once(signal, "abort");
  return undefined;
};
