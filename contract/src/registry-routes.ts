import { z } from "zod";
import { PRODUCT } from "./product.ts";
import {
  RegistryDetails,
  RegistryList,
  ServerAnswer,
  ServerList,
  UpdatedRegistry,
  UpdateRegistry,
} from "./registry.ts";
import type { Route } from "./route.ts";

const NO_REGISTRY = "There is no such registry; the only one is `default`.";

const params = z.object({ name: z.string().meta({ description: "The registry's name.", examples: ["default"] }) });

export const registryRoutes = {
  listRegistries: {
    method: "get",
    path: `${PRODUCT.apiPath}/registry`,
    tags: ["registry"],
    summary: "List registries",
    answers: { 200: RegistryList },
    errors: {},
  },
  addRegistry: {
    method: "post",
    path: `${PRODUCT.apiPath}/registry`,
    tags: ["registry"],
    summary: "Add a registry",
    description: "Answers 501, whatever is sent; choose another source for the default registry instead.",
    answers: {},
    errors: { 501: "There is only the default registry." },
  },
  getRegistry: {
    method: "get",
    path: `${PRODUCT.apiPath}/registry/{name}`,
    tags: ["registry"],
    summary: "Get a registry with all its servers",
    params,
    answers: { 200: RegistryDetails },
    errors: { 404: NO_REGISTRY },
  },
  updateRegistry: {
    method: "put",
    path: `${PRODUCT.apiPath}/registry/{name}`,
    tags: ["registry"],
    summary: "Choose where a registry is read from",
    description:
      "The source is read before anything is stored. A server it describes wrongly is left out and named in the answer; a source without one usable server is refused.",
    params,
    body: UpdateRegistry,
    answers: { 200: UpdatedRegistry },
    errors: { 400: "The source breaks the rules, cannot be read, or holds no registry.", 404: NO_REGISTRY },
  },
  deleteRegistry: {
    method: "delete",
    path: `${PRODUCT.apiPath}/registry/{name}`,
    tags: ["registry"],
    summary: "Delete a registry",
    description: "Always fails: the default registry stays, and there is no other.",
    params,
    answers: {},
    errors: { 400: "The default registry cannot be deleted.", 404: NO_REGISTRY },
  },
  listServers: {
    method: "get",
    path: `${PRODUCT.apiPath}/registry/{name}/servers`,
    tags: ["registry"],
    summary: "List the servers of a registry",
    params,
    answers: { 200: ServerList },
    errors: { 404: NO_REGISTRY },
  },
  getServer: {
    method: "get",
    path: `${PRODUCT.apiPath}/registry/{name}/servers/{serverName}`,
    tags: ["registry"],
    summary: "Get a server of a registry",
    params: params.extend({ serverName: z.string().meta({ description: "The server's name.", examples: ["github"] }) }),
    answers: { 200: ServerAnswer },
    errors: { 404: "There is no such registry, or no such server in it." },
  },
} as const satisfies Readonly<Record<string, Route>>;
