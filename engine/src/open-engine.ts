import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { PRODUCT } from "@toolhaven/contract/product";
import { Scope } from "@toolhaven/contract/scope";
import type { WorkloadName } from "@toolhaven/contract/workload-name";
import { clientCatalogue } from "./clients/catalogue.ts";
import { type Clients, openClients } from "./clients/clients.ts";
import type { Settings } from "./config/settings.ts";
import { readUserConfig } from "./config/user-config.ts";
import { type GroupStore, openGroupStore } from "./groups/group-store.ts";
import { createGroups, type Groups } from "./groups/groups.ts";
import { createImages } from "./images/images.ts";
import type { Log } from "./log.ts";
import { applyRegistryDefaults } from "./registry/apply-defaults.ts";
import { openRegistries, type Registries } from "./registry/registries.ts";
import type { ContainerRuntime } from "./runtime/runtime.ts";
import { openSecrets, type Secrets, type SecretsDeps } from "./secrets/secrets.ts";
import { openDocuments } from "./state/documents.ts";
import { foldersIn } from "./state/folders.ts";
import { readInstanceId } from "./state/instance.ts";
import { removeJournal } from "./state/journal.ts";
import { lockFolder } from "./state/lock.ts";
import { readContainers } from "./workloads/container-state.ts";
import { workloadOfContainer } from "./workloads/container-spec.ts";
import { Definition, inGroup, type Revision } from "./workloads/definition.ts";
import { watchHealth } from "./workloads/health.ts";
import { ofWorkload, ownedBy } from "./workloads/labels.ts";
import { journalPrefix, type Listener, openListener } from "./workloads/listener.ts";
import { observe } from "./workloads/observer.ts";
import { prepareContainer, releaseNetworks } from "./workloads/resources.ts";
import { headerValues } from "./workloads/remote-headers.ts";
import { createSupervisor, type Supervisor, type SupervisorStart } from "./workloads/supervisor.ts";
import { sweepOrphans } from "./workloads/sweep.ts";
import { DEFAULT_TIMINGS, type Timings } from "./workloads/timings.ts";
import { createWorkloads, type Workloads } from "./workloads/workloads.ts";

export interface Engine extends AsyncDisposable {
  readonly workloads: Workloads;
  readonly groups: Groups;
  readonly clients: Clients;
  readonly registries: Registries;
  readonly secrets: Secrets;
}

export interface EngineOptions extends Pick<SecretsDeps, "keyring" | "onePassword"> {
  readonly settings: Pick<Settings, "home" | "stateFolder" | "configFile" | "builds" | "secrets">;
  readonly runtime: ContainerRuntime;
  readonly log: Log;
  readonly timings?: Partial<Timings>;
}

/**
 * Puts the parts together: takes the state folder for this process, adopts what runs, and keeps it as wished
 * until disposed. Disposing leaves containers running; the next engine on the same folder adopts them.
 * @throws AppError `already_exists` when another process has the folder
 */
export async function openEngine({ settings, runtime, log, ...options }: EngineOptions): Promise<Engine> {
  const timings = { ...DEFAULT_TIMINGS, ...options.timings };
  await using undo = new Scope();
  undo.use(await lockFolder(settings.stateFolder));
  const folders = foldersIn(settings.stateFolder);
  await mkdir(folders.sessions, { recursive: true, mode: 0o700 });
  const instance = await readInstanceId(folders.instanceFile);
  const documents = await openDocuments(folders.workloads, Definition);
  const store = await openGroupStore(folders.groups);
  const images = undo.use(
    createImages({
      runtime,
      log,
      buildSettings: settings.builds,
      chosenCertificate: async () => (await readUserConfig(settings.configFile)).caCertificate,
    }),
  );
  const registries = undo.use(await openRegistries({ stateFolder: settings.stateFolder, log }));
  const secrets = undo.use(
    await openSecrets({
      folder: folders.secrets,
      env: settings.secrets,
      keyring: options.keyring,
      onePassword: options.onePassword,
      log,
    }),
  );

  /** Clients' settings follow the workloads, as soon as there are clients. */
  let syncClients = (): void => undefined;
  const supervisors = new Map<WorkloadName, Supervisor>();
  undo.defer(() => Promise.all([...supervisors.values()].map((supervisor) => supervisor.close())));
  const resources = { runtime, instance, resolveSecrets: secrets.resolve };
  const save = (definition: Definition): Promise<void> => documents.write(definition.name, definition);
  const listen = (revision: Revision): Promise<Listener> =>
    openListener(revision, { sessionsFolder: folders.sessions, log });

  const closing = new AbortController();
  const { signal } = closing;
  // Addresses first: a client that retries finds the door open before the engine was even asked.
  const definitions = [...(await documents.readAll()).values()].map((definition) => inKnownGroup(definition, store));
  await Promise.all(
    definitions.map(async (definition) =>
      supervise(definition, { ...(await openAddress(definition)), isAdopted: true }),
    ),
  );
  const background = [
    observe(
      {
        runtime,
        labels: ownedBy(instance),
        onEvent: ({ name }) => supervisors.get(workloadOfContainer(name) as WorkloadName)?.wake(),
        onResync: resync,
        onLost: wakeAll,
        log,
        timings,
      },
      { signal },
    ),
    watchHealth(() => supervisors.values(), { timings, signal }),
  ];
  undo.defer(() => Promise.all(background));
  undo.defer(() => closing.abort(new Error("closing")));

  const workloads = createWorkloads({
    instance,
    runtime,
    images,
    supervisors,
    save,
    supervise,
    openListener: listen,
    hasGroup: (name) => groups.has(name),
    async complete(asked) {
      const answer = asked.url || !asked.image ? undefined : await registries.resolve(asked.image);
      return answer ? applyRegistryDefaults(asked, answer) : asked;
    },
    resolveSecrets: secrets.resolve,
  });
  const groups = createGroups({
    store,
    members: { in: workloads.members, move: workloads.move, remove: workloads.removed },
    onChange: () => syncClients(),
  });
  // Last to come and first to go: what happens while everything else is closed is no reason to edit settings.
  const clients = undo.use(
    await openClients({
      groups: store,
      offered: workloads.offered,
      catalogue: clientCatalogue({ home: settings.home, platform: platformHere() }),
      recordsFolder: folders.clients,
      log,
    }),
  );
  syncClients = clients.sync;
  clients.sync();
  const owned = undo.release();
  return { workloads, groups, clients, registries, secrets, [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose]() };

  function supervise(definition: Definition, how: SupervisorStart = {}): Supervisor {
    const { name } = definition;
    const supervisor = createSupervisor(
      definition,
      {
        runtime,
        save,
        log,
        timings,
        openListener: listen,
        observe: (look) => readContainers(runtime, ofWorkload(instance, name), look),
        ensureImage: ({ request, imageId }, wait) => images.ensure({ reference: request.image ?? "", imageId }, wait),
        resolveHeaders: async (request) => headerValues(request, await secrets.resolve(request.secrets)),
        prepare: (revision, image, wait) => prepareContainer(revision, image, { ...resources, ...wait }),
        releaseResources: () => releaseNetworks(name, resources),
        erase: () => erase(name),
        onChange: () => syncClients(),
      },
      how,
    );
    supervisors.set(name, supervisor);
    return supervisor;
  }

  /** A port that cannot be had now is the supervisor's to report and to try again. */
  async function openAddress({ desired, current, previous }: Definition): Promise<{ listener?: Listener }> {
    if (desired !== "running") return {};
    return listen(previous ?? current).then(
      (listener) => ({ listener }),
      () => ({}),
    );
  }

  /** The definition goes last: until then a crash finds what is left to remove. */
  async function erase(name: WorkloadName): Promise<void> {
    const journals = (await readdir(folders.sessions)).filter((file) => file.startsWith(journalPrefix(name)));
    await Promise.all(journals.map((file) => removeJournal(join(folders.sessions, file))));
    await documents.remove(name);
    supervisors.delete(name);
  }

  async function resync(how: { signal: AbortSignal }): Promise<void> {
    wakeAll();
    await sweepOrphans(
      { runtime, instance, log },
      { isKnown: (name) => supervisors.has(name as WorkloadName), ...how },
    );
  }

  function wakeAll(): void {
    for (const supervisor of supervisors.values()) supervisor.wake();
  }
}

/** A group went, and this process died before its last workload was told. */
function inKnownGroup(definition: Definition, store: GroupStore): Definition {
  const isKnown = store.find(definition.current.request.group) !== undefined;
  return isKnown ? definition : inGroup(definition, PRODUCT.defaultGroup);
}

/** Other systems keep to the folders of Linux. */
function platformHere(): "linux" | "darwin" | "win32" {
  return process.platform === "darwin" || process.platform === "win32" ? process.platform : "linux";
}
