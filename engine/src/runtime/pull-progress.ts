import type { PullLine } from "./answers.ts";

interface Layer {
  current: number;
  /** Unknown until its download begins. */
  total: number | undefined;
  isDone: boolean;
}

export interface PullProgressOptions {
  readonly onProgress: (text: string) => void;
  /** Milliseconds on any clock that only goes forward. */
  readonly now: () => number;
}

/** More often nobody can read it. */
const MIN_INTERVAL_MS = 250;

/** Sums the layers of a pull up in texts such as `layer 3 of 7, 42 MB of 120 MB`, the first as soon as there is one. */
export function createPullProgress({ onProgress, now }: PullProgressOptions): (line: PullLine) => void {
  const layers = new Map<string, Layer>();
  let lastAt = Number.NEGATIVE_INFINITY;
  let lastText = "";

  return (line) => {
    if (!note(line) || now() - lastAt < MIN_INTERVAL_MS) return;
    const text = describe([...layers.values()]);
    if (text === lastText) return;
    lastAt = now();
    lastText = text;
    onProgress(text);
  };

  /** False for lines that are about no layer. */
  function note({ id, status, progressDetail }: PullLine): boolean {
    if (id === undefined || status.startsWith("Pulling from")) return false;
    const layer = layers.get(id) ?? { current: 0, total: undefined, isDone: false };
    layers.set(id, layer);
    switch (status) {
      case "Downloading":
        layer.current = progressDetail?.current ?? layer.current;
        layer.total = progressDetail?.total ?? layer.total;
        break;
      case "Already exists":
        layer.total = 0;
        layer.isDone = true;
        break;
      case "Download complete":
        layer.total ??= layer.current;
        layer.current = layer.total;
        break;
      case "Pull complete":
        layer.isDone = true;
        break;
    }
    return true;
  }
}

function describe(layers: readonly Layer[]): string {
  const done = layers.filter(({ isDone }) => isDone).length;
  const current = layers.reduce((sum, layer) => sum + layer.current, 0);
  const isTotalKnown = layers.every(({ total }) => total !== undefined);
  const total = layers.reduce((sum, layer) => sum + (layer.total ?? 0), 0);
  const place = `layer ${Math.min(done + 1, layers.length)} of ${layers.length}`;
  if (current === 0) return place;
  return isTotalKnown ? `${place}, ${megabytes(current)} of ${megabytes(total)}` : `${place}, ${megabytes(current)}`;
}

const megabytes = (bytes: number): string => `${bytes < 10e6 ? (bytes / 1e6).toFixed(1) : Math.round(bytes / 1e6)} MB`;
