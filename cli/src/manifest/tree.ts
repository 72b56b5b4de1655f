import * as clients from "./clients.ts";
import { config, configOtel, configOtelTrios, configTrios } from "./config.ts";
import * as groups from "./groups.ts";
import { mcp, mcpList, mcpListKinds, mcpServe } from "./mcp.ts";
import * as program from "./program.ts";
import * as registry from "./registry.ts";
import { run } from "./run.ts";
import * as secrets from "./secrets.ts";
import * as serving from "./serving.ts";
import type { CommandSpec } from "./spec.ts";
import * as workloads from "./workloads.ts";

/** Every command there is. Help, completion, the schema and the reference pages come from here. */
export const TREE: readonly CommandSpec[] = [
  ...Object.values(program),
  run,
  ...Object.values(workloads),
  ...Object.values(clients),
  ...Object.values(groups),
  ...Object.values(registry),
  ...Object.values(secrets),
  config,
  ...configTrios,
  configOtel,
  ...configOtelTrios,
  mcp,
  mcpList,
  ...mcpListKinds,
  mcpServe,
  ...Object.values(serving),
];
