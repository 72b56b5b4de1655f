import { jsonSettings } from "./json-settings.ts";
import type { SettingsFormat } from "./settings-format.ts";
import { yamlSettings } from "./yaml-settings.ts";

export const FORMATS = { json: jsonSettings, yaml: yamlSettings } as const satisfies Record<string, SettingsFormat>;
