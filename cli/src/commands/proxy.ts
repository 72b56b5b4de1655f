import { once } from "node:events";
import { openProxy } from "@toolhaven/proxy/open-proxy";
import type { proxy } from "../manifest/serving.ts";
import type { Run } from "../manifest/spec.ts";
import { Failure, usage } from "../program/failure.ts";
import { readHeaderFiles, readPairs } from "./run/env.ts";

export const run: Run<typeof proxy> = async ({ args, flags, given }, { io, tell, signal }) => {
  const missing = [...given].find(
    (name) => /^(?:oidc|remote-auth|token-exchange|resource)-/.test(name) || name === "remote-auth",
  );
  if (missing)
    throw new Failure("failure", `--${missing} is not there yet`, { hint: "leave it out to run without it" });
  const target = readTarget(flags["target-uri"]);
  const headers = { ...readPairs(flags.header, "header"), ...(await readHeaderFiles(flags["header-file"])) };
  const mode = /\/sse\/?$/.test(target.pathname) ? "sse" : "streamable-http";
  await using handle = await openProxy({
    name: args.name,
    host: flags.host,
    port: flags.port,
    mode,
    upstream: "remote",
    // Only a server on standard streams has sessions of ours.
    sessions: { read: async () => [], append: async () => undefined, replace: async () => undefined },
    onNotice: ({ text }) => tell(text),
  });
  handle.connect({ kind: "remote", url: target.href, headers });
  const place = flags.host.includes(":") ? `[${flags.host}]` : flags.host;
  await io.stdout.write(`http://${place}:${handle.port}/${mode === "sse" ? "sse" : "mcp"}\n`);
  tell(`"${args.name}" is at that address; Ctrl-C ends`);
  if (!signal.aborted) await once(signal, "abort");
  return undefined;
};

function readTarget(text: string | undefined): URL {
  if (text === undefined) throw usage("no address is given", "pass --target-uri with the server's address");
  try {
    const url = new URL(text);
    if (/^https?:$/.test(url.protocol)) return url;
  } catch {
    // Told below, as any other address that is none.
  }
  throw usage(`--target-uri "${text}" is no http or https address`);
}
