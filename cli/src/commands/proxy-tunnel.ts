import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { z } from "zod";
import type { proxyTunnel } from "../manifest/serving.ts";
import type { Run } from "../manifest/spec.ts";
import { Failure, usage } from "../program/failure.ts";
import { mcpTarget } from "./shared/mcp-target.ts";
import { readSecretFile } from "./shared/set-up-secrets.ts";

const ProviderArgs = z
  .strictObject({
    url: z.string().optional(),
    pooling: z.boolean().optional(),
    "traffic-policy-file": z
      .string()
      .regex(/\.ya?ml$/)
      .optional(),
    "dry-run": z.boolean().optional(),
  })
  .readonly();
type ProviderArgs = z.infer<typeof ProviderArgs>;

/** Through the provider's own program, which does the rest. */
export const run: Run<typeof proxyTunnel> = async ({ args, flags }, context) => {
  if (flags["tunnel-provider"] === undefined) throw usage("no provider is given", "pass --tunnel-provider ngrok");
  const settings = readProviderArgs(flags["provider-args"]);
  const { url } = await mcpTarget(args.target, "auto", context);
  const tokenFile = flags["auth-token-file"];
  const token = tokenFile === undefined ? context.env["NGROK_AUTHTOKEN"] : await readSecretFile(tokenFile, context);
  const line = lineFor(url, args.name, settings);
  if (settings["dry-run"]) {
    await context.io.stdout.write(`ngrok ${line.join(" ")}\n`);
    return undefined;
  }
  if (!token)
    throw new Failure("not allowed", "the provider's token is missing", {
      hint: "pass --auth-token-file, or set NGROK_AUTHTOKEN",
    });
  await tunnel(line, token, url, context);
  return undefined;
};

function readProviderArgs(text: string): ProviderArgs {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw usage("--provider-args is not JSON");
  }
  if (typeof value === "object" && value !== null && "auth-token" in value) {
    throw usage(`a token does not belong on the command line`, "pass --auth-token-file, or set NGROK_AUTHTOKEN");
  }
  const { data, error } = ProviderArgs.safeParse(value);
  if (!data) throw usage(`--provider-args: ${z.prettifyError(error).replaceAll("\n", " ")}`);
  return data;
}

/** The Host header is the local one, or the workload's proxy would refuse the call as foreign. */
const lineFor = ({ origin }: URL, name: string, { url, pooling, ...rest }: ProviderArgs): string[] => [
  "http",
  origin,
  "--name",
  name,
  "--host-header=rewrite",
  "--log=stdout",
  "--log-format=json",
  ...(url === undefined ? [] : ["--url", url]),
  ...(pooling ? ["--pooling-enabled"] : []),
  ...(rest["traffic-policy-file"] === undefined ? [] : ["--traffic-policy-file", rest["traffic-policy-file"]]),
];

async function tunnel(
  line: readonly string[],
  token: string,
  { pathname }: URL,
  { io, tell, signal, env }: Parameters<typeof run>[1],
): Promise<void> {
  const child = spawn("ngrok", line, { env: { ...env, NGROK_AUTHTOKEN: token }, stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(child, "exit");
  let problem = "";
  createInterface({ input: child.stdout }).on("line", (text) => {
    const entry = parse(text);
    if (entry["msg"] === "started tunnel" && typeof entry["url"] === "string") {
      void io.stdout.write(`${entry["url"]}${pathname}\n`);
      tell("whoever knows this address can use the server; Ctrl-C ends");
    }
    if (typeof entry["err"] === "string" && entry["err"] !== "<nil>") problem = entry["err"];
  });
  const stop = (): unknown => child.kill("SIGTERM");
  signal.addEventListener("abort", stop, { once: true });
  try {
    await ended;
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === "ENOENT";
    throw new Failure("failure", isMissing ? "the program ngrok is not installed" : String(cause), {
      cause,
      hint: "install it, and try again",
    });
  } finally {
    signal.removeEventListener("abort", stop);
  }
  if (!signal.aborted) throw new Failure("failure", `the tunnel ended${problem ? `: ${problem.split("\n")[0]}` : ""}`);
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
