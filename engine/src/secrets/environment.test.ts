import { inspect } from "node:util";
import { expect, test } from "vitest";
import { settingsFrom } from "../config/settings.ts";
import { secretsEnvironmentFrom } from "./environment.ts";

test("SE-08 settings that came from the environment can be shown without showing a secret", () => {
  const settings = settingsFrom({
    TOOLHAVEN_SECRETS_PASSWORD: "canary",
    OP_SERVICE_ACCOUNT_TOKEN: "canary",
    TOOLHAVEN_SECRET_a: "canary",
  });

  expect(settings.secrets.password?.reveal()).toBe("canary");
  expect(settings.secrets.onePasswordToken?.reveal()).toBe("canary");
  expect(`${inspect(settings, { depth: null, showHidden: true })}${JSON.stringify(settings)}`).not.toContain("canary");
});

test("a variable that is refused is named, and a secret one is not shown", () => {
  expect(() => secretsEnvironmentFrom({ TOOLHAVEN_SECRETS_PASSWORD: "" })).toThrow(/"TOOLHAVEN_SECRETS_PASSWORD"/);
  expect(() => secretsEnvironmentFrom({ TOOLHAVEN_SECRETS_PROVIDER: "vault" })).toThrow(
    `invalid "TOOLHAVEN_SECRETS_PROVIDER": must be "encrypted", "1password" or "none"`,
  );
  expect(() => secretsEnvironmentFrom({ TOOLHAVEN_DISABLE_ENV_FALLBACK: "1" })).toThrow(
    `invalid "TOOLHAVEN_DISABLE_ENV_FALLBACK": must be "true" or "false"`,
  );
});

test("names are taken as they stand, and empty variables are none", () => {
  const { fallback, onePasswordToken } = secretsEnvironmentFrom({
    "TOOLHAVEN_SECRET_github-token": "1",
    TOOLHAVEN_SECRET_empty: "",
    TOOLHAVEN_SECRET_: "2",
    TOOLHAVEN_SECRETS_PASSWORD: "3",
    OP_SERVICE_ACCOUNT_TOKEN: "",
  });

  expect([...fallback.keys()]).toEqual(["github-token"]);
  expect(onePasswordToken).toBeUndefined();
});
