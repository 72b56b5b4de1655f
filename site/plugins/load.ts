import { createRequire } from "node:module";

const native = createRequire(import.meta.url)("./native.cjs") as { load(name: string): Promise<unknown> };

/** `import()` as Node has it, for packages that are modules only; the type argument is the module's own type. */
export async function load<Module>(name: string): Promise<Module> {
  return (await native.load(name)) as Module;
}
