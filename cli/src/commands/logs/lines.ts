/** A line a server wrote, with the engine's own time of it (RFC 3339, nanoseconds); times sort as text. */
export interface LogLine {
  readonly time: string;
  readonly text: string;
}

/**
 * Takes apart what the engine recorded of one stream: lines with their times, in chunks cut anywhere. What is behind
 * the last line end stays inside until its end comes, or `flush`.
 */
export function createLineReader(onLine: (line: LogLine) => void): { push(bytes: Buffer): void; flush(): void } {
  const decoder = new TextDecoder();
  let pending = "";
  return {
    push(bytes) {
      const lines = (pending + decoder.decode(bytes, { stream: true })).split("\n");
      pending = lines.pop()!;
      for (const line of lines) onLine(toLine(line));
    },
    flush() {
      const rest = pending + decoder.decode();
      pending = "";
      if (rest !== "") onLine(toLine(rest));
    },
  };
}

function toLine(raw: string): LogLine {
  const [, time = "", text = ""] = /^(\S*) ?(.*)$/s.exec(raw.replace(/\r$/, ""))!;
  return { time: normalTime(time), text };
}

/** Trailing zeros of the fraction are left out by one engine and not by the other; without them times do not sort. */
function normalTime(time: string): string {
  const [, second, fraction = "", zone] = /^(.*?)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/.exec(time) ?? [];
  if (second === undefined) return time;
  const utc = zone === "Z" ? second : new Date(`${second}${zone}`).toISOString().slice(0, 19);
  return `${utc}.${fraction.padEnd(9, "0")}Z`;
}

/** What has been seen of one container's log. */
export interface Seen {
  /** The log is read again from its beginning, or from as much of it as is left. */
  startAgain(): void;
  /** False for lines that were there before. */
  isNew(line: LogLine): boolean;
}

/**
 * A log that is read again starts with lines that have been seen: up to the last of them, which its time and text
 * tell, and its number where several are alike. Where that one is gone, what is later than everything seen is new.
 */
export function createSeen(): Seen {
  let last: LogLine = { time: "", text: "" };
  let latest = "";
  /** How often each text came at the time of the last line. */
  let alike = new Map<string, number>();
  let toSkip = 0;
  return {
    startAgain() {
      toSkip = alike.get(last.text) ?? 0;
    },
    isNew(line) {
      if (toSkip > 0 && line.time <= latest) {
        if (line.time === last.time && line.text === last.text) toSkip -= 1;
        return false;
      }
      toSkip = 0;
      if (line.time !== last.time) alike = new Map();
      alike.set(line.text, (alike.get(line.text) ?? 0) + 1);
      last = line;
      if (line.time > latest) latest = line.time;
      return true;
    },
  };
}
