import { AppError } from "@toolhaven/contract/errors";
import type { Registry } from "@toolhaven/contract/registry";
import { readClassic } from "./classic.ts";
import { parseJson } from "./json-text.ts";
import { isServerDocument, readUpstream } from "./upstream.ts";

/** A registry as it can be used, and what of its source could not. */
export interface ReadRegistry {
  readonly registry: Registry;
  /** One line for each server or group that was left out, naming it and the reason. */
  readonly leftOut: readonly string[];
}

/** Where neither the document nor its entries say when they changed. */
export interface ReadOptions {
  /** RFC 3339. */
  readonly modified: string;
}

/**
 * Reads a registry in any of the forms it comes in: maps of servers by name, a list of `server.json` documents (as
 * the MCP registry's API answers it, or a bare array), or a single such document.
 * @throws AppError `invalid_input` when it is none of these, or when not one of its servers can be used
 */
export async function readRegistry(text: string, options: ReadOptions): Promise<ReadRegistry> {
  const read = await readAny(parseJson(text), options);
  const { servers, remote_servers, groups } = read.registry;
  const isEmpty = [servers, remote_servers, groups].every((part) => Object.keys(part).length === 0);
  const [first] = read.leftOut;
  if (isEmpty && first !== undefined) {
    throw new AppError("invalid_input", `none of its servers can be used; ${first}`);
  }
  return read;
}

async function readAny(value: unknown, options: ReadOptions): Promise<ReadRegistry> {
  if (Array.isArray(value)) return readUpstream({ servers: value }, options);
  if (isObject(value)) {
    // A registry in two layers keeps its servers in "data".
    if (isObject(value["data"]) && Array.isArray(value["data"]["servers"])) {
      return readUpstream({ ...value, ...value["data"] }, options);
    }
    if (Array.isArray(value["servers"])) return readUpstream(value, options);
    if (isServerDocument(value)) return readUpstream({ servers: [value] }, options);
    if (["servers", "remote_servers", "groups"].some((key) => typeof value[key] === "object")) {
      return readClassic(value, options);
    }
  }
  throw new AppError("invalid_input", `it is not a registry: it has neither "servers" nor the fields of a server.json`);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
