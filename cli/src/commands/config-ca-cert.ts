import { X509Certificate } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { readUserConfig, writeUserConfig } from "@toolhaven/engine/config/user-config";
import type { Invocation, CommandSpec } from "../manifest/spec.ts";
import type { Context, Outcome } from "../program/context.ts";
import { usage } from "../program/failure.ts";

const NAME = "ca-cert";

export async function get(_: unknown, { places, tell }: Context): Promise<Outcome> {
  const { caCertificate: value } = await readUserConfig(places.configFile);
  if (value === undefined)
    return { data: { name: NAME, value: null, message: "not set" }, text: "no CA certificate is set" };
  const isThere = await stat(value).then(
    () => true,
    () => false,
  );
  if (!isThere) tell(`warning: "${value}" does not exist any more`);
  return { data: { name: NAME, value, message: isThere ? "set" : "the file is missing" }, text: value };
}

export async function set({ args }: Invocation<CommandSpec>, { places }: Context): Promise<Outcome> {
  const value = resolve((args as { path: string }).path);
  await checkCertificate(value);
  const { configFile } = places;
  await writeUserConfig(configFile, { ...(await readUserConfig(configFile)), caCertificate: value });
  return { data: { name: NAME, value, message: "set" }, text: `package builds trust ${value}`, isNote: true };
}

export async function unset(_: unknown, { places }: Context): Promise<Outcome> {
  const { configFile } = places;
  const { caCertificate: before, ...rest } = await readUserConfig(configFile);
  if (before !== undefined) await writeUserConfig(configFile, rest);
  const message = before === undefined ? "no CA certificate was set" : `package builds no longer trust ${before}`;
  return { data: { name: NAME, value: null, message }, text: message, isNote: true };
}

async function checkCertificate(path: string): Promise<void> {
  let text: Buffer;
  try {
    text = await readFile(path);
  } catch {
    throw usage(`"${path}" cannot be read`, "give the path of a PEM file");
  }
  try {
    if (new X509Certificate(text).ca) return;
  } catch {
    throw usage(`"${path}" is no certificate`, "give a PEM file that begins with -----BEGIN CERTIFICATE-----");
  }
  throw usage(`"${path}" is not the certificate of an authority`, "give the one that signs the others");
}
