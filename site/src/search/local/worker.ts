import { serve, type Port } from "./calls.ts";
import { createLocalService } from "./service.ts";

// The page names the folder of the index in the worker's name: it is the one thing a worker knows from its first line.
const scope = globalThis as unknown as Port & { readonly name: string };
serve(scope, createLocalService({ folder: scope.name, fetch: (url, options) => fetch(url, options) }));
