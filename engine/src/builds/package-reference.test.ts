import { AppError } from "@toolhaven/contract/errors";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEFAULT_BUILD_SETTINGS as settings } from "./build-settings.ts";
import {
  isPackageReference,
  packageOf,
  type PackageReference,
  parsePackageReference,
  textOf,
  withAbsoluteFolder,
} from "./package-reference.ts";
import { dockerfileOf, recipeFor } from "./recipe.ts";

const parse = (text: string): PackageReference => parsePackageReference(text);

test.each([
  ["npx://@scope/pkg@1.2", { scheme: "npx", name: "@scope/pkg", version: "1.2", extras: [] }],
  ["npx://pkg@^1.2.3", { name: "pkg", version: "^1.2.3" }],
  ["npx://JSONStream", { name: "JSONStream", version: undefined }],
  ["uvx://Mcp_Server.Time@2025.1", { scheme: "uvx", name: "mcp-server-time", version: "2025.1" }],
  ["uvx://pkg[b,a]@1!2.0+cpu", { name: "pkg", extras: ["a", "b"], version: "1!2.0+cpu" }],
  ["uvx://pkg@latest", { name: "pkg", version: undefined }],
  ["go://example.test/Mod/cmd/x@v1.2.3", { scheme: "go", name: "example.test/Mod/cmd/x", version: "v1.2.3" }],
  ["go:///home/me/./server/", { kind: "local", folder: "/home/me/server" }],
])("BD-01: %s is read", (text, expected) => {
  expect(parse(text)).toMatchObject(expected);
});

test.each([
  "npx://",
  "npx://-g",
  "npx://@scope",
  "npx://a/b",
  "npx://pkg@",
  "npx://pkg@--help",
  "npx://pkg@file:/etc",
  "npx://pkg[extra]",
  "npx://../up",
  "npx://$(id)",
  "uvx://pkg;id",
  "uvx://pkg[a b]",
  "uvx://--index-url=x",
  "uvx://pkg@git+https://example.test",
  "go://server",
  "go://example.test/../x",
  "go://example.test/x@a/b",
  "go://example.test/x -o /etc",
  "docker://x",
])("BD-01: %j is refused", (text) => {
  expect(() => parse(text)).toThrow(expect.objectContaining({ code: "invalid_input" }));
});

test("BD-01: a relative folder means nothing to a server; whoever has a folder makes it absolute", () => {
  expect(() => parse("go://./server")).toThrow("absolute path");
  expect(parse(withAbsoluteFolder("go://./server", "/home/me"))).toMatchObject({ folder: "/home/me/server" });
  expect(withAbsoluteFolder("go://..", "/home/me")).toBe("go:///home");
  expect(withAbsoluteFolder("npx://pkg", "/home/me")).toBe("npx://pkg");
});

describe("whatever is written", () => {
  const hostile = fc.string({
    unit: fc.constantFrom(
      "a",
      "1",
      ".",
      "-",
      "_",
      "@",
      "/",
      "[",
      "]",
      " ",
      "\n",
      "\r",
      "\0",
      '"',
      "'",
      "\\",
      "$",
      ";",
      "`",
      "&",
      "^",
      "~",
      "=",
      "{",
      "é",
    ),
    maxLength: 24,
  });
  const reference = fc
    .tuple(fc.constantFrom("npx://", "uvx://", "go://", "go:///"), hostile)
    .map((parts) => parts.join(""));

  test("BD-01: it is refused as invalid input, or means the same when it is written again", () => {
    fc.assert(
      fc.property(reference, (text) => {
        expect(isPackageReference(text)).toBe(true);
        const read = tryParse(text);
        expect(read === undefined ? undefined : parse(textOf(read))).toEqual(read);
      }),
      { numRuns: 2000 },
    );
  });

  test("BD-01: what is accepted adds no line and no word to a Dockerfile, and is never an option", () => {
    const plain = shape(recipe("npx://a@1.0.0"));
    const loose = fc
      .tuple(fc.constantFrom("npx://a@1", "npx://@a/b@", "npx://"), hostile)
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(loose, (text) => {
        const read = tryParse(text);
        if (read?.kind !== "registry" || read.version === undefined) return;
        expect(shape(recipe(text))).toEqual(plain);
        expect(packageOf(read)).toMatch(/^npx:\/\/(@[\w.~-]+\/)?[A-Za-z0-9][\w.~-]*$/);
      }),
      { numRuns: 2000 },
    );
  });
});

function tryParse(text: string): PackageReference | undefined {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid_input") return undefined;
    throw error;
  }
}

function recipe(text: string): string {
  const read = parse(text);
  if (read.kind === "local" || read.version === undefined) throw new Error("needs a version");
  return dockerfileOf(recipeFor({ ...read, version: read.version }, { settings, certificates: undefined }));
}

/** Of every line the instruction, and of commands the number of words. */
function shape(dockerfile: string): string[] {
  return dockerfile.split("\n").map((line) => {
    const [, word = "", rest = ""] = /^(\w*) ?(.*)$/s.exec(line) ?? [];
    return word === "RUN" ? `RUN ${(JSON.parse(rest) as string[]).length}` : line;
  });
}
