import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { RegistryInfo, UpdatedRegistry } from "@toolhaven/contract/registry";
import type { CommandSpec, Invocation } from "../manifest/spec.ts";
import type { Context, Outcome } from "../program/context.ts";

const NAME = "registry";
const PATH = "/registry/default";

export async function get(_: unknown, { api }: Context): Promise<Outcome> {
  const { type, source } = await (await api()).get<RegistryInfo>(PATH);
  const text = type === "default" ? "the built-in registry is used" : source;
  return { data: { name: NAME, value: source || null, message: type }, text };
}

export async function set({ args, flags }: Invocation<CommandSpec>, { api }: Context): Promise<Outcome> {
  const { source } = args as { source: string };
  const isAddress = /^https?:\/\//i.test(source);
  const path = source.startsWith("file://") ? fileURLToPath(source) : resolve(source);
  const isPrivateAllowed = (flags["allow-private-ip"] as unknown) === true;
  const body = isAddress ? { url: source, allow_private_ip: isPrivateAllowed } : { local_path: path };
  const { message } = await (await api()).put<UpdatedRegistry>(PATH, body);
  const value = isAddress ? source : path;
  return { data: { name: NAME, value, message }, text: `servers are read from ${value}`, isNote: true };
}

export async function unset(_: unknown, { api }: Context): Promise<Outcome> {
  const { message } = await (await api()).put<UpdatedRegistry>(PATH, {});
  return { data: { name: NAME, value: null, message }, text: "the built-in registry is used", isNote: true };
}
