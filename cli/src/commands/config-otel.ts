import { readUserConfig, type UserConfig, writeUserConfig } from "@toolhaven/engine/config/user-config";
import type { CommandSpec, Invocation } from "../manifest/spec.ts";
import type { Context, Outcome } from "../program/context.ts";
import { usage } from "../program/failure.ts";

type Otel = UserConfig["otel"];

interface Setting<Key extends keyof Otel> {
  readonly key: Key;
  /** @throws Failure `usage` */
  readonly read: (text: string) => NonNullable<Otel[Key]>;
}

const setting = <Key extends keyof Otel>(key: Key, read: Setting<Key>["read"]): Setting<Key> => ({ key, read });
const flag = (text: string): boolean => text === "true";

const SETTINGS = {
  endpoint: setting("endpoint", checkEndpoint),
  "sampling-rate": setting("samplingRate", readRate),
  "env-vars": setting("envVars", (text) =>
    text
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean),
  ),
  insecure: setting("insecure", flag),
  "enable-prometheus-metrics-path": setting("enablePrometheusMetricsPath", flag),
  "metrics-enabled": setting("metricsEnabled", flag),
  "tracing-enabled": setting("tracingEnabled", flag),
} as const;

type Name = keyof typeof SETTINGS;

/** The module of `get-`, `set-` and `unset-` of one setting. */
export function otelCommand(
  verb: "get" | "set" | "unset",
  name: Name,
): { run: (invocation: Invocation<CommandSpec>, context: Context) => Promise<Outcome> } {
  const { key, read } = SETTINGS[name] as Setting<keyof Otel>;
  return {
    async run({ args }, { places }) {
      const { configFile } = places;
      const config = await readUserConfig(configFile);
      if (verb === "get") return outcome(name, config.otel[key] ?? null, textOf(config.otel[key]));
      const [text] = Object.values(args) as string[];
      const value = verb === "set" ? read(text!) : undefined;
      await writeUserConfig(configFile, { ...config, otel: { ...config.otel, [key]: value } });
      const message = value === undefined ? `${name} has its default again` : `${name} is ${textOf(value)}`;
      return { ...outcome(name, value ?? null, message), isNote: true };
    },
  };
}

const textOf = (value: Otel[keyof Otel]): string =>
  value === undefined ? "not set" : Array.isArray(value) ? value.join(",") : String(value);

const outcome = (name: string, value: unknown, message: string): Outcome => ({
  data: { name, value, message },
  text: message,
});

function readRate(text: string): number {
  const rate = Number(text);
  if (text.trim() === "" || !(rate >= 0 && rate <= 1)) throw usage(`"${text}" is not a number from 0 to 1`);
  return rate;
}

function checkEndpoint(text: string): string {
  if (/^(?:https?:\/\/)?[\w.-]+(?::\d{1,5})?(?:\/[^\s]*)?$|^(?:https?:\/\/)?\[[\da-f:]+\](?::\d{1,5})?$/i.test(text))
    return text;
  throw usage(`"${text}" is no endpoint`, "give host and port, such as collector.example.com:4318");
}
