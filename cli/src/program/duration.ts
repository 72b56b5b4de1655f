const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `30s`, `2m30s`, `1.5h`, in milliseconds; `undefined` for anything else. */
export function parseDuration(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * UNIT_MS[unit!]!, 0);
}

/** The shortest way to write a duration that `parseDuration` reads. */
export function formatDuration(ms: number): string {
  const hours = Math.floor(ms / UNIT_MS["h"]!);
  const minutes = Math.floor((ms % UNIT_MS["h"]!) / UNIT_MS["m"]!);
  const seconds = (ms % UNIT_MS["m"]!) / UNIT_MS["s"]!;
  const text = [hours && `${hours}h`, minutes && `${minutes}m`, seconds && `${seconds}s`].filter(Boolean).join("");
  return text || "0s";
}
