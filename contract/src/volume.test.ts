import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "./errors.ts";
import { parseVolume, type Volume, VolumeText } from "./volume.ts";

/** The volume, or nothing for a text that is refused as it should be. */
function read(text: string): Volume | undefined {
  try {
    return parseVolume(text);
  } catch (error) {
    if (error instanceof AppError && /^invalid volume: [^\p{Cc}]+$/u.test(error.message)) return undefined;
    throw error;
  }
}

describe("a volume", () => {
  test.each([
    ["/a:/b", { source: "/a", target: "/b", readOnly: false }],
    ["/a:/b:ro", { source: "/a", target: "/b", readOnly: true }],
    ["/a", { source: "/a", target: "/a", readOnly: false }],
    ["./notes:/n", { source: "./notes", target: "/n", readOnly: false }],
    ["C:\\Users\\me:/u", { source: "C:\\Users\\me", target: "/u", readOnly: false }],
    ["c:/Users/me:/u:ro", { source: "c:/Users/me", target: "/u", readOnly: true }],
    ["/with space:/b//c/./d/", { source: "/with space", target: "/b/c/d", readOnly: false }],
  ])("%j is read", (text, volume) => {
    expect(parseVolume(text)).toEqual(volume);
  });

  test.each([
    ["", "no host path"],
    [":/b", "no host path"],
    ["/a:", "absolute path in the container"],
    ["/a:b", "absolute path in the container"],
    ["/a:/", `other than "/"`],
    ["/a:/b/../../etc", `without ".."`],
    ["notes", "absolute path in the container"],
    ["/a:/b:rw", "too many parts"],
    ["/a:/b:ro:x", "too many parts"],
    ["/a:/b:/c", "too many parts"],
    ["C:\\Users\\me", "absolute path in the container"],
    ["/a:C:\\b", "Windows path on the container side"],
    ["nfs://host/share:/b", "names a resource"],
    ["~/notes:/n", "not expanded"],
    ["/a;rm:/b", "holds one of"],
    ["/$HOME:/b", "holds one of"],
    ["/a\0:/b", "control character"],
    ["/a\n:/b", "control character"],
  ])("%j is refused", (text, reason) => {
    expect(() => parseVolume(text)).toThrow(reason);
    expect(VolumeText.safeParse(text).error?.issues[0]?.message).toContain(reason);
  });

  const segment = fc.stringMatching(/^[A-Za-z0-9 _.@+-]{1,12}$/).filter((text) => !/^\.{1,2}$/.test(text));
  const absolute = fc.array(segment, { minLength: 1, maxLength: 5 }).map((parts) => `/${parts.join("/")}`);

  test("written from its parts is read back as its parts", () => {
    fc.assert(
      fc.property(absolute, absolute, fc.boolean(), fc.constantFrom("", "C:"), (host, target, readOnly, drive) => {
        const source = drive + host;
        expect(parseVolume(`${source}:${target}${readOnly ? ":ro" : ""}`)).toEqual({ source, target, readOnly });
      }),
    );
  });

  const noise = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom("/", ":", ".", "..", "a", "C:", "\\", "ro", "~", "$") }),
  );

  test("of any text is a clean mount or one refusing line, never anything else", () => {
    fc.assert(
      fc.property(noise, (text) => {
        const { source, target } = read(text) ?? { source: "/a", target: "/b" };
        expect(source).not.toBe("");
        expect(target).toMatch(/^(\/[^/:]+)+$/);
        expect(target.split("/")).not.toContain("..");
      }),
      { numRuns: 2_000 },
    );
  });
});
