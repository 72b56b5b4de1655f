import { expect, test } from "vitest";
import { buildSettingsFrom } from "./build-environment.ts";
import { checkAddresses, DEFAULT_BUILD_SETTINGS } from "./build-settings.ts";

test("without anything set, the defaults hold", () => {
  expect(buildSettingsFrom({ PATH: "/bin", HTTP_PROXY: "" })).toEqual(DEFAULT_BUILD_SETTINGS);
});

test("BD-08: proxies and registries are those that the tools know themselves, in either spelling", () => {
  const found = buildSettingsFrom({
    https_proxy: "proxy.example.test:3128",
    HTTP_PROXY: "http://upper.example.test",
    http_proxy: "http://lower.example.test",
    NO_PROXY: "",
    no_proxy: "internal.example.test",
    npm_config_registry: "https://npm.example.test/",
    PIP_INDEX_URL: "https://py.example.test/simple",
    GOPROXY: "https://go.example.test,direct",
    GOSUMDB: "off",
  });
  expect(found).toMatchObject({
    httpProxy: "http://upper.example.test",
    httpsProxy: "http://proxy.example.test:3128",
    noProxy: "internal.example.test",
    npmRegistry: "https://npm.example.test/",
    pipIndexUrl: "https://py.example.test/simple",
    goProxy: "https://go.example.test,direct",
    goSumDb: "off",
  });
});

test("base images, packages and the certificate are ours to name", () => {
  const found = buildSettingsFrom({
    TOOLHAVEN_NPX_IMAGE: "mirror.example.test/node:22",
    TOOLHAVEN_BUILD_PACKAGES: "git, libstdc++ g++=12.2",
    TOOLHAVEN_CA_CERTIFICATE: "/etc/ca.pem",
  });
  expect(found.baseImages).toEqual({ ...DEFAULT_BUILD_SETTINGS.baseImages, npx: "mirror.example.test/node:22" });
  expect(found).toMatchObject({ additionalPackages: ["git", "libstdc++", "g++=12.2"], caCertificate: "/etc/ca.pem" });
});

test.each([
  ["TOOLHAVEN_NPX_IMAGE", "node:22\nRUN id"],
  ["TOOLHAVEN_GO_RUNTIME_IMAGE", "Not An Image"],
  ["TOOLHAVEN_BUILD_PACKAGES", "--allow-untrusted"],
  ["TOOLHAVEN_BUILD_PACKAGES", "git $(id)"],
])("BD-01: %s=%j is refused", (name, value) => {
  expect(() => buildSettingsFrom({ [name]: value })).toThrow(expect.objectContaining({ code: "invalid_input" }));
  expect(() => buildSettingsFrom({ [name]: value })).toThrow(name);
});

test("an odd proxy stops builds, not the program, and its password is not repeated", () => {
  const settings = buildSettingsFrom({ HTTPS_PROXY: "socks5://me:secret@proxy.example.test" });
  expect(() => checkAddresses(settings)).toThrow(`invalid "HTTPS_PROXY"`);
  expect(() => checkAddresses(settings)).not.toThrow("secret");
  expect(() => checkAddresses(DEFAULT_BUILD_SETTINGS)).not.toThrow();
});
