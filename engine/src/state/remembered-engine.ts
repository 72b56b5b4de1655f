import { readdir } from "node:fs/promises";
import { z } from "zod";
import { readIfThere, writeDurably } from "./durable-file.ts";
import { foldersIn } from "./folders.ts";

const Remembered = z.object({ format: z.literal(1), socket: z.string().startsWith("/") });

/**
 * The engine that has this installation's containers. At the next start, while there are workloads, it is the only
 * one asked: on a machine with two, the quicker one would otherwise get everything a second time.
 */
export interface RememberedEngine {
  /** Its socket; `undefined` when there is nothing to be faithful to. */
  socket(): Promise<string | undefined>;
  remember(socket: string): Promise<void>;
}

export function rememberedEngine(stateFolder: string): RememberedEngine {
  const { engineFile, workloads } = foldersIn(stateFolder);
  return {
    async socket() {
      const text = await readIfThere(engineFile);
      if (text === undefined || !(await hasEntries(workloads))) return undefined;
      return Remembered.parse(JSON.parse(text)).socket;
    },
    async remember(socket) {
      const text = `${JSON.stringify({ format: 1, socket })}\n`;
      if ((await readIfThere(engineFile)) !== text) await writeDurably(engineFile, text);
    },
  };
}

async function hasEntries(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).some((file) => file.endsWith(".json"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}
