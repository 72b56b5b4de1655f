import { expect, test } from "vitest";
import { BUILT_IN_PROFILES, PermissionProfile } from "./permission-profile.ts";

test("the built-in profiles are valid; none reaches nothing, network reaches all", () => {
  for (const [name, profile] of BUILT_IN_PROFILES) {
    expect(PermissionProfile.parse(profile)).toEqual(profile);
    expect(profile).toMatchObject({ name, read: [], write: [], privileged: false });
  }
  expect(BUILT_IN_PROFILES.get("none")?.network?.outbound?.insecure_allow_all).toBe(false);
  expect(BUILT_IN_PROFILES.get("network")?.network?.outbound?.insecure_allow_all).toBe(true);
});

test.each(["example.com", ".example.com", "*.example.com", "localhost", "10.0.0.1", "fd00::1", "x"])(
  "%s is a host",
  (host) => {
    expect(PermissionProfile.safeParse({ network: { outbound: { allow_host: [host] } } }).success).toBe(true);
  },
);

test.each(["", "https://example.com", "example.com:443", "example.com/x", "*", "a b", "*.*.com", ".", "-a.com"])(
  "%j is not a host",
  (host) => {
    expect(PermissionProfile.safeParse({ network: { outbound: { allow_host: [host] } } }).success).toBe(false);
  },
);
