import { z } from "zod";
import { PRODUCT } from "./product.ts";
import type { Route } from "./route.ts";
import {
  CreateSecret,
  SecretKey,
  SecretKeyList,
  SecretsProvider,
  SecretsSetUp,
  SecretWritten,
  SetUpSecrets,
  UpdateSecret,
} from "./secret.ts";

const NOT_SET_UP = "Secrets are not set up.";

const params = z.object({ key: SecretKey.describe("The secret's name.") });

export const secretRoutes = {
  setUpSecrets: {
    method: "post",
    path: `${PRODUCT.apiPath}/secrets`,
    tags: ["secrets"],
    summary: "Choose and set up a secrets provider",
    body: SetUpSecrets,
    answers: { 201: SecretsSetUp },
    errors: { 400: "There is no such provider, or the machine lacks what it needs." },
  },
  getSecretsProvider: {
    method: "get",
    path: `${PRODUCT.apiPath}/secrets/default`,
    tags: ["secrets"],
    summary: "Get the secrets provider and what it can do",
    answers: { 200: SecretsProvider },
    errors: { 404: NOT_SET_UP },
  },
  listSecrets: {
    method: "get",
    path: `${PRODUCT.apiPath}/secrets/default/keys`,
    tags: ["secrets"],
    summary: "List the names of secrets",
    answers: { 200: SecretKeyList },
    errors: { 404: NOT_SET_UP, 405: "The provider cannot list." },
  },
  createSecret: {
    method: "post",
    path: `${PRODUCT.apiPath}/secrets/default/keys`,
    tags: ["secrets"],
    summary: "Create a secret",
    body: CreateSecret,
    answers: { 201: SecretWritten },
    errors: {
      400: "The name or the value is missing.",
      404: NOT_SET_UP,
      405: "The provider cannot write.",
      409: "A secret of that name exists.",
    },
  },
  updateSecret: {
    method: "put",
    path: `${PRODUCT.apiPath}/secrets/default/keys/{key}`,
    tags: ["secrets"],
    summary: "Change a secret",
    params,
    body: UpdateSecret,
    answers: { 200: SecretWritten },
    errors: {
      400: "The value is missing.",
      404: "Secrets are not set up, or there is no secret of that name.",
      405: "The provider cannot write.",
    },
  },
  deleteSecret: {
    method: "delete",
    path: `${PRODUCT.apiPath}/secrets/default/keys/{key}`,
    tags: ["secrets"],
    summary: "Delete a secret",
    params,
    answers: { 204: null },
    errors: {
      400: "The name breaks the rules.",
      404: "Secrets are not set up, or there is no secret of that name.",
      405: "The provider cannot delete.",
    },
  },
} as const satisfies Readonly<Record<string, Route>>;
