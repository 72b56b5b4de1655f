import type { CommandModule } from "../manifest/spec.ts";

const OTEL = [
  "endpoint",
  "sampling-rate",
  "env-vars",
  "insecure",
  "enable-prometheus-metrics-path",
  "metrics-enabled",
  "tracing-enabled",
] as const;

const otel = (verb: "get" | "set" | "unset", name: (typeof OTEL)[number]) => async (): Promise<object> =>
  (await import("./config-otel.ts")).otelCommand(verb, name);

/** The module of every command, by its words. Each is a file of its own in the bundle, read only when it is run. */
export const MODULES: Readonly<Record<string, () => Promise<object>>> = {
  build: () => import("./build.ts"),
  "client list-registered": () => import("./client-list-registered.ts"),
  "client register": () => import("./client-register.ts"),
  "client remove": () => import("./client-remove.ts"),
  "client setup": () => import("./client-setup.ts"),
  "client status": () => import("./client-status.ts"),
  completion: () => import("./completion.ts"),
  "config get-ca-cert": async () => ({ run: (await import("./config-ca-cert.ts")).get }),
  "config set-ca-cert": async () => ({ run: (await import("./config-ca-cert.ts")).set }),
  "config unset-ca-cert": async () => ({ run: (await import("./config-ca-cert.ts")).unset }),
  "config get-registry": async () => ({ run: (await import("./config-registry.ts")).get }),
  "config set-registry": async () => ({ run: (await import("./config-registry.ts")).set }),
  "config unset-registry": async () => ({ run: (await import("./config-registry.ts")).unset }),
  ...Object.fromEntries(
    (["get", "set", "unset"] as const).flatMap((verb) =>
      OTEL.map((name) => [`config otel ${verb}-${name}`, otel(verb, name)] as const),
    ),
  ),
  export: () => import("./export.ts"),
  "group create": () => import("./group-create.ts"),
  "group list": () => import("./group-list.ts"),
  "group rm": () => import("./group-rm.ts"),
  "group run": () => import("./group-run.ts"),
  help: () => import("./help.ts"),
  inspector: () => import("./inspector.ts"),
  list: () => import("./list.ts"),
  logs: () => import("./logs.ts"),
  "logs prune": () => import("./logs-prune.ts"),
  "mcp list": () => import("./mcp-list.ts"),
  "mcp list tools": async () => ({ run: (await import("./mcp-list.ts")).tools }),
  "mcp list resources": async () => ({ run: (await import("./mcp-list.ts")).resources }),
  "mcp list prompts": async () => ({ run: (await import("./mcp-list.ts")).prompts }),
  "mcp serve": () => import("./mcp-serve.ts"),
  proxy: () => import("./proxy.ts"),
  "proxy stdio": () => import("./proxy-stdio.ts"),
  "proxy tunnel": () => import("./proxy-tunnel.ts"),
  "registry info": () => import("./registry-info.ts"),
  "registry list": () => import("./registry-list.ts"),
  restart: () => import("./restart.ts"),
  rm: () => import("./rm.ts"),
  run: () => import("./run.ts"),
  "runtime check": () => import("./runtime-check.ts"),
  schema: () => import("./schema.ts"),
  search: () => import("./search.ts"),
  "secret delete": () => import("./secret-delete.ts"),
  "secret get": () => import("./secret-get.ts"),
  "secret list": () => import("./secret-list.ts"),
  "secret provider": () => import("./secret-provider.ts"),
  "secret reset-keyring": () => import("./secret-reset-keyring.ts"),
  "secret set": () => import("./secret-set.ts"),
  "secret setup": () => import("./secret-setup.ts"),
  serve: () => import("./serve.ts"),
  stop: () => import("./stop.ts"),
  version: () => import("./version.ts"),
};

export async function loadModule(words: readonly string[]): Promise<CommandModule> {
  const load = MODULES[words.join(" ")];
  if (!load) throw new Error(`command "${words.join(" ")}" has no module`);
  // Its flags and arguments are those of its manifest entry, from which the line was parsed.
  return (await load()) as CommandModule;
}
