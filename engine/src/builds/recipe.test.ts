import { rootCertificates } from "node:tls";
import { describe, expect, test } from "vitest";
import { type BuildSettings, DEFAULT_BUILD_SETTINGS, needsHostNetwork } from "./build-settings.ts";
import { addressOf } from "./image-address.ts";
import { parsePackageReference, type RegistryPackage } from "./package-reference.ts";
import { dockerfileOf, type Recipe, recipeFor } from "./recipe.ts";
import { redactor } from "./redact.ts";

const baseImages = { npx: "base/node:1", uvx: "base/python:1", go: "base/go:1", goRuntime: "base/small:1" };
const plain: BuildSettings = { baseImages, additionalPackages: [] };

function make(
  text: string,
  settings: BuildSettings = plain,
  certificates?: string,
): { recipe: Recipe; tag: string; dockerfile: string } {
  const reference = parsePackageReference(text) as RegistryPackage & { version: string };
  const recipe = recipeFor(reference, { settings, certificates });
  const tag = addressOf(reference, recipe, { settings, version: reference.version });
  return { recipe, tag, dockerfile: dockerfileOf(recipe) };
}

test("BD-06: an npm package is installed in one stage and started in another, as no root and without a shell", () => {
  expect(make("npx://@scope/server@1.2.3").dockerfile).toMatchInlineSnapshot(`
    "FROM base/node:1 AS builder
    USER 0:0
    COPY build/ /toolhaven/
    RUN ["sh","/toolhaven/prepare.sh","builder"]
    USER 1000:1000
    ENV HOME="/home/app"
    RUN ["npm","install","--prefix=/app","--omit=dev","--no-audit","--no-fund","--no-update-notifier","--loglevel=error","--fetch-retry-mintimeout=1000","--fetch-retry-maxtimeout=5000","@scope/server@1.2.3"]
    RUN ["node","/toolhaven/link.cjs","@scope/server"]
    FROM base/node:1
    USER 0:0
    COPY build/ /toolhaven/
    RUN ["sh","/toolhaven/prepare.sh","image"]
    COPY --from=builder /app /app
    USER 1000:1000
    ENV HOME="/home/app"
    WORKDIR /home/app
    ENTRYPOINT ["/app/server"]
    CMD []
    "
  `);
});

test("BD-06: a Python package gets an environment of its own", () => {
  expect(make("uvx://my-server[cli]@1.2").dockerfile).toMatchInlineSnapshot(`
    "FROM base/python:1 AS builder
    USER 0:0
    COPY build/ /toolhaven/
    RUN ["sh","/toolhaven/prepare.sh","builder"]
    USER 1000:1000
    ENV HOME="/home/app"
    RUN ["python3","-m","venv","--without-pip","/app"]
    RUN ["python3","-m","pip","--python=/app/bin/python","install","--no-cache-dir","--no-input","--disable-pip-version-check","--no-warn-script-location","my-server[cli]==1.2"]
    RUN ["/app/bin/python","/toolhaven/link.py","my-server"]
    FROM base/python:1
    USER 0:0
    COPY build/ /toolhaven/
    RUN ["sh","/toolhaven/prepare.sh","image"]
    COPY --from=builder /app /app
    USER 1000:1000
    ENV HOME="/home/app" PYTHONUNBUFFERED="1"
    WORKDIR /home/app
    ENTRYPOINT ["/app/server"]
    CMD []
    "
  `);
});

test("BD-06: a Go program leaves its compiler behind", () => {
  expect(make("go://example.test/tools/cmd/x@v1.2.3").dockerfile).toMatchInlineSnapshot(`
    "FROM base/go:1 AS builder
    USER 0:0
    COPY build/ /toolhaven/
    RUN ["sh","/toolhaven/prepare.sh","builder"]
    USER 1000:1000
    ENV HOME="/home/app" GOPATH="/home/app/go" GOBIN="/app/bin" CGO_ENABLED="0" GOTOOLCHAIN="auto" GOFLAGS="-trimpath -buildvcs=false" GOWORK="off"
    RUN ["go","install","example.test/tools/cmd/x@v1.2.3"]
    RUN ["sh","/toolhaven/link.sh"]
    FROM base/small:1
    USER 0:0
    COPY build/ /toolhaven/
    RUN ["sh","/toolhaven/prepare.sh","image"]
    COPY --from=builder /app /app
    USER 1000:1000
    ENV HOME="/home/app"
    WORKDIR /home/app
    ENTRYPOINT ["/app/server"]
    CMD []
    "
  `);
  const local = recipeFor(
    { kind: "local", scheme: "go", mainFolder: "./cmd/x" },
    { settings: plain, certificates: undefined },
  );
  expect(dockerfileOf(local)).toContain(`COPY --chown=1000:1000 source/ /source/
WORKDIR /source
RUN ["go","install","./cmd/x"]`);
});

test("BD-07: certificates are in place before anything else runs, and named in both stages", () => {
  const { recipe } = make("npx://a@1.0.0", { ...plain, additionalPackages: ["git", "curl"] }, rootCertificates[0]);
  expect(recipe.files["build/ca.pem"]).toBe(rootCertificates[0]);
  for (const { instructions } of [recipe.builder, recipe.image]) {
    const steps = instructions.filter((line) => /^(RUN|ENV|COPY)/.test(line));
    expect(steps[0]).toBe("COPY build/ /toolhaven/");
    expect(steps[1]).toMatch(/^ENV NODE_EXTRA_CA_CERTS="\/toolhaven\/ca\.pem" SSL_CERT_FILE="/);
    expect(steps[2]).toMatch(/^RUN \["sh","\/toolhaven\/prepare\.sh","(builder|image)","git","curl"\]$/);
  }
});

describe("passwords", () => {
  const settings: BuildSettings = {
    ...plain,
    npmRegistry: "https://me:se%2Fcret@npm.example.test/repo",
    pipIndexUrl: "https://me:pa%24s@py.example.test/simple",
    goProxy: "https://me:gopass@go.example.test,direct",
    goSumDb: "off",
    httpsProxy: "http://p:proxypass@proxy.example.test:3128",
  };
  const pair = Buffer.from("me:se/cret").toString("base64");

  test.each([
    [
      "npx://a@1.0.0",
      "config/npmrc",
      `registry=https://npm.example.test/repo/\n//npm.example.test/repo/:_auth=${pair}\n`,
    ],
    ["uvx://a@1.0", "config/pip.conf", "[global]\nindex-url = https://me:pa%%24s@py.example.test/simple\n"],
    [
      "go://example.test/a/b@v1.0.0",
      "config/go.env",
      "GOPROXY=https://me:gopass@go.example.test,direct\nGOSUMDB=off\n",
    ],
  ])("BD-08: of %s are in one file of the first stage and nowhere else", (text, path, content) => {
    const { recipe, dockerfile } = make(text, settings);
    expect(recipe.confidential).toEqual({ [path]: content });
    expect(recipe.image.instructions.join("\n")).not.toContain("config/");
    expect(`${dockerfile}${JSON.stringify(recipe.files)}`).not.toMatch(/cret|pa%24s|gopass|proxypass/);
  });

  test("BD-08: a user alone is a token of npm", () => {
    const { recipe } = make("npx://a@1.0.0", { ...plain, npmRegistry: "http://tok@npm.example.test:4873" });
    expect(recipe.confidential["config/npmrc"]).toContain("//npm.example.test:4873/:_authToken=tok\n");
  });

  test("BD-08: are taken out of whatever a tool says, however it spells them", () => {
    const said = `401 https://me:se%2Fcret@npm.example.test se/cret Basic ${pair} via http://x:y@z gopass proxypass`;
    const text = redactor(settings)(said);
    expect(text).not.toMatch(/cret|gopass|proxypass|:y@/);
    expect(text).not.toContain(pair);
    expect(text).toContain("npm.example.test");
  });

  test("BD-04: change nothing about which image it is; another registry does", () => {
    const tagWith = (npmRegistry: string | undefined): string => make("npx://a@1.0.0", { ...plain, npmRegistry }).tag;
    expect(tagWith("https://me:one@npm.example.test/")).toBe(tagWith("https://me:two@npm.example.test/"));
    const tags = [tagWith(undefined), tagWith("https://npm.example.test/"), tagWith("https://other.example.test/")];
    expect(new Set(tags).size).toBe(3);
  });
});

test("BD-04: the tag follows the package, its version, the base images, the packages and the certificates", () => {
  const certificates = rootCertificates[0]!;
  const tags = [
    make("npx://a@1.0.0").tag,
    make("npx://a@1.0.1").tag,
    make("npx://A@1.0.0").tag,
    make("npx://@s/a@1.0.0").tag,
    make("uvx://a@1.0.0").tag,
    make("uvx://a[x]@1.0.0").tag,
    make("npx://a@1.0.0", { ...plain, baseImages: { ...baseImages, npx: "base/node:2" } }).tag,
    make("npx://a@1.0.0", { ...plain, additionalPackages: ["git"] }).tag,
    make("npx://a@1.0.0", plain, certificates).tag,
  ];
  expect(new Set(tags).size).toBe(tags.length);
  expect(make("npx://a@1.0.0", { ...plain, httpsProxy: "http://proxy.example.test" }).tag).toBe(tags[0]);
  expect(make("npx://@scope/my_server@1.0.0-RC.1").tag).toMatch(
    /^localhost\/toolhaven\/npx\/scope-my-server:1\.0\.0-rc\.1-[0-9a-f]{16}$/,
  );
});

test("a registry on this machine is reached from this machine's network", () => {
  expect(needsHostNetwork(plain)).toBe(false);
  expect(needsHostNetwork({ ...plain, goProxy: "https://go.example.test,direct" })).toBe(false);
  expect(needsHostNetwork({ ...plain, goProxy: "http://127.0.0.1:3000,direct" })).toBe(true);
  expect(needsHostNetwork({ ...plain, httpProxy: "http://localhost:3128" })).toBe(true);
});

test("the defaults name their registry, which Podman would ask for otherwise", () => {
  expect(Object.values(DEFAULT_BUILD_SETTINGS.baseImages).filter((name) => !name.startsWith("docker.io/"))).toEqual([]);
});
