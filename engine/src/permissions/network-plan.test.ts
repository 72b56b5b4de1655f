import { NETWORK_PROFILE, NONE_PROFILE, PermissionProfile } from "@toolhaven/contract/permission-profile";
import { expect, test } from "vitest";
import { planNetwork } from "./network-plan.ts";

const lists = PermissionProfile.parse({ network: { outbound: { allow_host: ["example.com"], allow_port: [443] } } });

test("a stdio server that may reach nothing has no network", () => {
  expect(planNetwork({ transport: "stdio", isolation: true, profile: NONE_PROFILE })).toEqual({ kind: "none" });
  expect(planNetwork({ transport: "stdio", isolation: true, profile: {} })).toEqual({ kind: "none" });
});

test("whatever may reach everything, or is not isolated, has a network of its own", () => {
  expect(planNetwork({ transport: "stdio", isolation: true, profile: NETWORK_PROFILE })).toEqual({ kind: "open" });
  expect(planNetwork({ transport: "sse", isolation: false, profile: lists })).toEqual({ kind: "open" });
});

test("BI-06 an allow-list that cannot be enforced is refused, with the two ways out", () => {
  expect(() => planNetwork({ transport: "stdio", isolation: true, profile: lists })).toThrow(
    /allow_host.*insecure_allow_all.*network_isolation.*not implemented/,
  );
});

test("BI-06 an HTTP server that may reach nothing is refused: it would be reached, and reach out, by its network", () => {
  expect(() => planNetwork({ transport: "sse", isolation: true, profile: NONE_PROFILE })).toThrow(/not implemented/);
});
