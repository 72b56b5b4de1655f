import { expect, test } from "vitest";
import { Info } from "./answers.ts";
import { reachesContainers } from "./engine-facts.ts";

const HERE = { platform: "linux", kernel: "6.1.0" };

test.each([
  [true, {}, HERE],
  [true, { SecurityOptions: null }, HERE],
  [false, { SecurityOptions: ["name=seccomp,profile=default", "name=rootless"] }, HERE],
  [false, { Rootless: true }, HERE],
  [false, { KernelVersion: "6.6.12-linuxkit" }, HERE],
  [false, { OperatingSystem: "Docker Desktop" }, HERE],
  [false, {}, { platform: "darwin", kernel: "6.1.0" }],
])("containers are reached: %j, when the engine says %j and this machine is %j", (expected, said, here) => {
  const info = Info.parse({ KernelVersion: "6.1.0", OperatingSystem: "Debian GNU/Linux 12", ...said });
  expect(reachesContainers(info, here)).toBe(expected);
});
