import type { BuildSettings } from "./build-settings.ts";
import type { RegistryPackage } from "./package-reference.ts";
import { registryFiles } from "./registry-files.ts";
import { LINK_GO, LINK_NPM, LINK_PYTHON, PREPARE } from "./stage-scripts.ts";

/** What an image is made from. The same recipe makes the same image, as far as the package's own dependencies do. */
export interface Recipe {
  /** Instructions of the first stage, which may know passwords, and of the second, which is the image. */
  readonly builder: Stage;
  readonly image: Stage;
  readonly files: Files;
  /** Files of the first stage that may hold passwords; they do not count for what the image is. */
  readonly confidential: Files;
}

interface Stage {
  readonly base: string;
  readonly instructions: readonly string[];
}

/** Contents by path in the build context. */
export type Files = Readonly<Record<string, string>>;

/** A package of which the version is settled, or a Go project's folder of main package below `source/`. */
export type Ingredient = (RegistryPackage & { readonly version: string }) | LocalIngredient;

export interface LocalIngredient {
  readonly kind: "local";
  readonly scheme: "go";
  /** Relative to the module's root, with `./` in front. */
  readonly mainFolder: string;
}

/** Where scripts and certificates lie, in the context and in the image. */
const FOLDER = "/toolhaven";
/** As a number: a name would have to be the same in every base image. Most machines' first user has it, and so may
 * write what a mount brings. */
const USER = "USER 1000:1000";

/** @param certificates PEM, or `undefined` for none beside the base image's own */
export function recipeFor(
  ingredient: Ingredient,
  { settings, certificates }: { settings: BuildSettings; certificates: string | undefined },
): Recipe {
  const { baseImages, additionalPackages } = settings;
  const { scheme } = ingredient;
  const confidential = registryFiles(scheme, settings);
  const prepare = (stage: "builder" | "image"): string[] => [
    "USER 0:0",
    `COPY build/ ${FOLDER}/`,
    ...(certificates === undefined ? [] : [trustEnvironment()]),
    run("sh", `${FOLDER}/prepare.sh`, stage, ...additionalPackages),
  ];
  return {
    builder: {
      base: baseImages[scheme],
      instructions: [
        ...prepare("builder"),
        ...Object.keys(confidential).map((path) => `COPY --chown=1000:1000 ${path} ${FOLDER}/${path}`),
        USER,
        `ENV HOME="/home/app"${TOOL_ENVIRONMENT[scheme](FOLDER, Object.keys(confidential))}`,
        ...installing(ingredient),
      ],
    },
    image: {
      base: scheme === "go" ? baseImages.goRuntime : baseImages[scheme],
      instructions: [
        ...prepare("image"),
        "COPY --from=builder /app /app",
        USER,
        `ENV HOME="/home/app"${scheme === "uvx" ? ` PYTHONUNBUFFERED="1"` : ""}`,
        "WORKDIR /home/app",
        // Nothing stands between what a workload is given as arguments and the program.
        `ENTRYPOINT ["/app/server"]`,
        "CMD []",
      ],
    },
    files: {
      "build/prepare.sh": PREPARE,
      ...linking(scheme),
      ...(certificates !== undefined && { "build/ca.pem": certificates }),
    },
    confidential,
  };
}

/** @param label marks what the first stage leaves in the engine, so that it is found and removed */
export function dockerfileOf({ builder, image }: Recipe, { label }: { label?: string } = {}): string {
  return [
    `FROM ${builder.base} AS builder`,
    ...(label === undefined ? [] : [`LABEL ${label}`]),
    ...builder.instructions,
    `FROM ${image.base}`,
    ...image.instructions,
    "",
  ].join("\n");
}

function installing(ingredient: Ingredient): string[] {
  switch (ingredient.scheme) {
    case "npx": {
      const { name, version } = ingredient;
      const quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
      // npm's own pauses between tries add up to minutes, also where no try can help.
      const patience = ["--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"];
      return [
        run("npm", "install", "--prefix=/app", "--omit=dev", ...quiet, ...patience, `${name}@${version}`),
        run("node", `${FOLDER}/link.cjs`, name),
      ];
    }
    case "uvx": {
      const { name, extras, version } = ingredient;
      const wanted = `${name}${extras.length > 0 ? `[${extras.join(",")}]` : ""}==${version}`;
      const quiet = ["--no-cache-dir", "--no-input", "--disable-pip-version-check", "--no-warn-script-location"];
      return [
        run("python3", "-m", "venv", "--without-pip", "/app"),
        run("python3", "-m", "pip", "--python=/app/bin/python", "install", ...quiet, wanted),
        run("/app/bin/python", `${FOLDER}/link.py`, name),
      ];
    }
    case "go":
      return [
        ...(ingredient.kind === "local"
          ? ["COPY --chown=1000:1000 source/ /source/", "WORKDIR /source", run("go", "install", ingredient.mainFolder)]
          : [run("go", "install", `${ingredient.name}@${ingredient.version}`)]),
        run("sh", `${FOLDER}/link.sh`),
      ];
    default:
      return ingredient satisfies never;
  }
}

function linking(scheme: Ingredient["scheme"]): Files {
  if (scheme === "npx") return { "build/link.cjs": LINK_NPM };
  return scheme === "uvx" ? { "build/link.py": LINK_PYTHON } : { "build/link.sh": LINK_GO };
}

/** Where each tool finds the files about its registry, and what else it must know. */
const TOOL_ENVIRONMENT: Record<Ingredient["scheme"], (folder: string, files: readonly string[]) => string> = {
  npx: (folder, files) => (files.length > 0 ? ` NPM_CONFIG_USERCONFIG="${folder}/config/npmrc"` : ""),
  uvx: (folder, files) => (files.length > 0 ? ` PIP_CONFIG_FILE="${folder}/config/pip.conf"` : ""),
  go: (folder, files) =>
    ` GOPATH="/home/app/go" GOBIN="/app/bin" CGO_ENABLED="0" GOTOOLCHAIN="auto" GOFLAGS="-trimpath -buildvcs=false" GOWORK="off"${
      files.length > 0 ? ` GOENV="${folder}/config/go.env"` : ""
    }`,
};

/** For Node beside its own list; for the others, which know one list only, all of them together. */
function trustEnvironment(): string {
  const bundle = ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "PIP_CERT", "GIT_SSL_CAINFO"];
  const all = bundle.map((name) => `${name}="${FOLDER}/ca-bundle.pem"`);
  return `ENV NODE_EXTRA_CA_CERTS="${FOLDER}/ca.pem" ${all.join(" ")}`;
}

/** Without a shell: what stands in a word stays one word. */
const run = (...words: readonly string[]): string => `RUN ${JSON.stringify(words)}`;
