import { expect, test } from "vitest";
import { placesFrom } from "./places.ts";

test("every kind of file has its own folder below the home", () => {
  expect(placesFrom({}, "/home/me")).toEqual({
    home: "/home/me",
    stateFolder: "/home/me/.local/state/toolhaven",
    runtimeFolder: undefined,
    configFile: "/home/me/.config/toolhaven/config.json",
  });
});

test("the environment moves them, unless it is empty or relative", () => {
  const env = { XDG_STATE_HOME: "/s", XDG_CONFIG_HOME: "conf", XDG_RUNTIME_DIR: "" };
  expect(placesFrom(env, "/home/me")).toMatchObject({
    stateFolder: "/s/toolhaven",
    configFile: "/home/me/.config/toolhaven/config.json",
    runtimeFolder: undefined,
  });
});
