import { join, resolve as absolute } from "node:path";
import { AppError, notFound } from "@toolhaven/contract/errors";
import type {
  RegistryDetails,
  RegistryInfo,
  ServerAnswer,
  ServerList,
  UpdatedRegistry,
  UpdateRegistry,
} from "@toolhaven/contract/registry";
import { ServerName } from "@toolhaven/contract/registry-server";
import type { Log } from "../log.ts";
import { BUILT_IN } from "./built-in.ts";
import { type Catalogue, createCatalogue } from "./catalogue.ts";
import { describeSource, locationOf, readChoice, type Source, storeChoice } from "./choice.ts";
import { copiesIn } from "./copies.ts";
import { createFetchDocument, type FetchDocument } from "./fetch-document.ts";
import { createKeeper, type Keeper } from "./keeper.ts";
import { fileOrigin, urlOrigin } from "./origin.ts";

/** The registry of available servers: one, by the name of `default`, read from where the user chose. */
export interface Registries extends AsyncDisposable {
  list(): Promise<RegistryInfo[]>;
  get(name: string): Promise<RegistryDetails>;
  /** Reads the new source before anything is stored; from the answer on, type, source and servers are the new ones. */
  update(name: string, asked: UpdateRegistry): Promise<UpdatedRegistry>;
  /** Always fails: `invalid_input` for the only registry, `not_found` for any other name. */
  remove(name: string): Promise<never>;
  servers(name: string): Promise<ServerList>;
  server(name: string, serverName: string): Promise<ServerAnswer>;
  /**
   * The server that the image of a request names, if it names one: among the containers, then the remote servers,
   * then those in groups. Does not fail: a registry that cannot be read names nothing, which is logged.
   */
  resolve(word: string): Promise<ServerAnswer | undefined>;
}

export interface RegistriesDeps {
  readonly stateFolder: string;
  readonly log: Log;
  readonly fetchDocument?: FetchDocument;
  /** Milliseconds. */
  readonly now?: () => number;
}

const NAME = "default";
/** An address is asked again after this long; a file tells by its time whether it changed. */
const FRESH_MS: Readonly<Record<Source["type"], number>> = { default: 0, file: 0, url: 5 * 60_000 };

/** @throws Error when the stored choice cannot be understood */
export async function openRegistries({
  stateFolder,
  log,
  fetchDocument = createFetchDocument(),
  now = Date.now,
}: RegistriesDeps): Promise<Registries> {
  const folder = join(stateFolder, "registry");
  const choiceFile = join(folder, "source.json");
  const copies = copiesIn(folder);
  let current = use(await readChoice(choiceFile));
  let updates: Promise<unknown> = Promise.resolve();
  let opening: Keeper | undefined;
  let isClosed = false;

  return {
    async list() {
      return [(await details()).info];
    },
    async get(name) {
      check(name);
      const { info, catalogue } = await details();
      return { ...info, registry: catalogue.registry };
    },
    async update(name, asked) {
      check(name);
      const update = updates.then(() => change(sourceOf(asked)));
      updates = update.catch(() => undefined);
      return update;
    },
    async remove(name) {
      check(name);
      throw new AppError("invalid_input", `the registry "${NAME}" cannot be deleted; choose another source for it`);
    },
    async servers(name) {
      check(name);
      return (await current.read()).list;
    },
    async server(name, serverName) {
      check(name);
      const found = (await current.read()).find(serverName);
      if (!found) throw notFound("server", serverName);
      return found;
    },
    async resolve(word) {
      if (!ServerName.safeParse(word).success) return undefined;
      try {
        return (await current.read()).find(word);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        log.warn({ reason }, "no registry to look a name up in; it is taken for an image");
        return undefined;
      }
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await opening?.[Symbol.asyncDispose]();
      await updates;
      await current[Symbol.asyncDispose]();
    },
  };

  async function details(): Promise<{ info: RegistryInfo; catalogue: Catalogue }> {
    const { source, read } = current;
    const catalogue = await read();
    const { version, last_updated, servers } = catalogue.registry;
    const server_count = Object.keys(servers).length;
    const info = { name: NAME, type: source.type, source: locationOf(source), version, last_updated, server_count };
    return { info, catalogue };
  }

  async function change(source: Source): Promise<UpdatedRegistry> {
    if (isClosed) throw new Error("closing");
    const next = use(source);
    opening = next;
    try {
      const { catalogue, leftOut } = await next.renew();
      await storeChoice(choiceFile, source);
      const previous = current;
      current = next;
      await previous[Symbol.asyncDispose]();
      await copies.keepOnly(source);
      return { type: source.type, message: messageOf(source, { catalogue, leftOut }) };
    } catch (error) {
      if (next !== current) await next[Symbol.asyncDispose]();
      if (!(error instanceof AppError) || error.code !== "invalid_input") throw error;
      const field = source.type === "url" ? "url" : "local_path";
      const text = `invalid "${field}": cannot read the registry "${describeSource(source)}": ${error.message}`;
      throw new AppError("invalid_input", text, { cause: error });
    }
  }

  function use(source: Source): Keeper & { readonly source: Source } {
    const keep = { source, copies, log, now, freshMs: FRESH_MS[source.type] };
    switch (source.type) {
      case "default":
        return { source, ...builtIn() };
      case "file":
        return { source, ...createKeeper({ ...keep, origin: fileOrigin(source) }) };
      case "url":
        return { source, ...createKeeper({ ...keep, origin: urlOrigin(source, { fetchDocument, now }) }) };
      default:
        return source satisfies never;
    }
  }
}

function check(name: string): void {
  if (name !== NAME) throw notFound("registry", name);
}

function builtIn(): Keeper {
  const catalogue = createCatalogue(BUILT_IN);
  return {
    read: async () => catalogue,
    renew: async () => ({ catalogue, leftOut: [] }),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

function sourceOf({ url, local_path, allow_private_ip }: UpdateRegistry): Source {
  if (url !== undefined) return { type: "url", url, allow_private_ip };
  if (local_path !== undefined) return { type: "file", path: absolute(local_path) };
  return { type: "default" };
}

function messageOf(source: Source, { catalogue, leftOut }: Awaited<ReturnType<Keeper["renew"]>>): string {
  const { servers, remote_servers } = catalogue.list;
  const found = `${count(servers.length, "server")} and ${count(remote_servers.length, "remote server")}`;
  const [first] = leftOut;
  const rest = leftOut.length > 1 ? `, and ${leftOut.length - 1} more` : "";
  const missing = first === undefined ? "" : `; left out: ${first}${rest}`;
  return `registry "${NAME}" is now read from ${describeSource(source)}: ${found}${missing}`;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;
