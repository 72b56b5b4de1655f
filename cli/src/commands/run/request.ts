import { withAbsoluteFolder } from "@toolhaven/engine/builds/package-reference";
import type { Invocation } from "../../manifest/spec.ts";
import type { run } from "../../manifest/run.ts";
import type { Context } from "../../program/context.ts";
import { Failure, usage } from "../../program/failure.ts";
import { parseEnvFile, readEnvFolder, readHeaderFiles, readPairs } from "./env.ts";
import { requestFromConfig } from "./from-config.ts";
import { readText } from "./read-text.ts";

export type RunInvocation = Invocation<typeof run>;
type Flags = RunInvocation["flags"];

const FILE_LIMIT = 1024 * 1024;

/** The create request that a line means. @throws Failure `usage` for what contradicts itself */
export async function requestFor(invocation: RunInvocation, context: Context): Promise<Record<string, unknown>> {
  refuseWhatIsMissing(invocation.given);
  const { args, flags, given, rest } = invocation;
  if (flags["from-config"] !== undefined) {
    refuseBeside("--from-config", args.server, given);
    return requestFromConfig(flags["from-config"], context.io);
  }
  if (args.server === undefined)
    throw usage("nothing to run", "give a registry name, an image, a package, an address, or --from-config");
  const isRemote = /^https?:\/\//i.test(args.server);
  if (isRemote && rest.length > 0) throw usage("a remote server takes no arguments", "leave out what stands after --");
  return withoutUndefined({
    name: flags.name,
    ...(isRemote ? { url: args.server } : { image: withAbsoluteFolder(args.server, process.cwd()) }),
    transport: flags.transport,
    proxy_mode: given.has("proxy-mode") ? flags["proxy-mode"] : undefined,
    host: flags.host,
    proxy_port: flags["proxy-port"],
    target_port: given.has("target-port") ? flags["target-port"] : undefined,
    group: flags.group,
    cmd_arguments: rest.length > 0 ? rest : undefined,
    env_vars: await variables(flags, context),
    secrets: flags.secret.map(readReference),
    volumes: flags.volume.length > 0 ? flags.volume : undefined,
    network_isolation: flags["isolate-network"],
    permission_profile: await profile(flags["permission-profile"]),
    tools: flags.tools.length > 0 ? flags.tools : undefined,
    tools_override: await overrides(flags["tools-override"]),
    headers: Object.entries({
      ...readPairs(flags.header, "header"),
      ...(await readHeaderFiles(flags["header-file"])),
    }).map(([name, value]) => ({ name, default: value })),
    authz_config: flags["authz-config"],
    oidc: group({
      issuer: flags["oidc-issuer"],
      audience: flags["oidc-audience"],
      jwks_url: flags["oidc-jwks-url"],
      introspection_url: flags["oidc-introspection-url"],
      client_id: flags["oidc-client-id"],
    }),
    oauth_config: group({
      issuer: flags["remote-auth-issuer"],
      authorize_url: flags["remote-auth-authorize-url"],
      token_url: flags["remote-auth-token-url"],
      client_id: flags["remote-auth-client-id"],
    }),
  });
}

/** Flags of the reference whose feature does not exist: an error is better than a server that runs without it. */
const MISSING = [
  "label",
  "target-host",
  "trust-proxy-headers",
  "print-resolved-overlays",
  "audit-config",
  "enable-audit",
  "jwks-allow-private-ip",
  "jwks-auth-token-file",
  "thv-ca-bundle",
  "resource-url",
  "ca-cert",
  "remote-auth",
  "remote-auth-client-secret",
  "remote-auth-client-secret-file",
  "oidc-client-secret",
  "oidc-client-secret-file",
] as const;

function refuseWhatIsMissing(given: ReadonlySet<string>): void {
  const found = [...given].find(
    (name) => (MISSING as readonly string[]).includes(name) || /^(?:otel|token-exchange)-/.test(name),
  );
  if (!found) return;
  const hint = found === "ca-cert" ? `use "thv config set-ca-cert"` : "leave it out to run without it";
  throw new Failure("failure", `--${found} is not there yet`, { hint });
}

/** What may stand beside a saved configuration: how to run it, not what. */
const BESIDE = new Set(["from-config", "foreground", "no-wait", "timeout", "dry-run", "format"]);

function refuseBeside(flag: string, server: string | undefined, given: ReadonlySet<string>): void {
  const others = [...given].filter((name) => !BESIDE.has(name)).map((name) => `--${name}`);
  if (server !== undefined) others.unshift(`"${server}"`);
  if (others.length > 0) throw usage(`${flag} excludes ${others.join(", ")}`, "change the file instead");
}

/** One variable after the other wins: from a file, from a folder, from the line. */
async function variables(flags: Flags, { io }: Context): Promise<Record<string, string>> {
  const file = flags["env-file"];
  const text = file === undefined ? "" : file === "-" ? await io.stdin.readAll(FILE_LIMIT) : await readText(file);
  return {
    ...parseEnvFile(text, file ?? ""),
    ...(flags["env-file-dir"] !== undefined && (await readEnvFolder(flags["env-file-dir"]))),
    ...readPairs(flags.env, "env"),
  };
}

function readReference(text: string): { name: string; target: string } {
  const [, name, target] = /^([^,]+),target=(.+)$/s.exec(text) ?? [];
  if (name === undefined || target === undefined) throw usage(`--secret "${text}" is not NAME,target=VARIABLE`);
  return { name, target };
}

/** The words name a built-in profile; anything else is a file. */
async function profile(text: string | undefined): Promise<unknown> {
  if (text === undefined) return undefined;
  if (text === "none" || text === "stdio") return { name: "none" };
  return text === "network" ? { name: "network" } : readJson(text, "permission-profile");
}

async function overrides(path: string | undefined): Promise<unknown> {
  if (path === undefined) return undefined;
  const value = await readJson(path, "tools-override");
  return (value as { toolsOverride?: unknown }).toolsOverride ?? value;
}

async function readJson(path: string, flag: string): Promise<object> {
  const text = await readText(path);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value;
  } catch {
    throw usage(`--${flag} "${path}" is not JSON`);
  }
  throw usage(`--${flag} "${path}" holds no object`);
}

const withoutUndefined = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** `undefined` when none of the fields was given. */
function group(fields: Record<string, unknown>): Record<string, unknown> | undefined {
  const given = withoutUndefined(fields);
  return Object.keys(given).length > 0 ? given : undefined;
}
