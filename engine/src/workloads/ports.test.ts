import { AppError } from "@toolhaven/contract/errors";
import { expect, test } from "vitest";
import { onFreePort } from "./ports.ts";

const LAST_FREE = 32_767;

test("a claimed port is never tried, and a taken one leads to the next", async () => {
  const claimed = new Set(Array.from({ length: 22_768 }, (_, n) => 10_000 + n).filter((port) => port % 2 === 0));
  const tried: number[] = [];
  const port = await onFreePort(claimed, async (candidate) => {
    tried.push(candidate);
    if (tried.length < 3) throw new AppError("invalid_input", "taken");
    return candidate;
  });
  expect(tried).toHaveLength(3);
  expect(tried.every((candidate) => candidate % 2 === 1 && candidate >= 10_000 && candidate <= LAST_FREE)).toBe(true);
  expect(port).toBe(tried[2]);
});

test("any other failure ends the search at once", async () => {
  await expect(onFreePort(new Set(), () => Promise.reject(new Error("disk on fire")))).rejects.toThrow("disk on fire");
});
