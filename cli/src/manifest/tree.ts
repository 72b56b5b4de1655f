import { completion, help, root, schema, version } from "./program.ts";
import type { CommandSpec } from "./spec.ts";
import { list } from "./workloads.ts";

/** Every command there is. Help, completion, the schema and the reference pages come from here. */
export const TREE: readonly CommandSpec[] = [root, completion, help, list, schema, version];
