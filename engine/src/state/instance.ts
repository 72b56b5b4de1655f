import { randomUUID } from "node:crypto";
import { z } from "zod";
import { readIfThere, writeDurably } from "./durable-file.ts";

const Instance = z.object({ format: z.literal(1), id: z.uuid() });

/** The identity of this installation; marks its containers, so that several can share one engine. */
export async function readInstanceId(path: string): Promise<string> {
  const text = await readIfThere(path);
  if (text !== undefined) return Instance.parse(JSON.parse(text)).id;
  const instance = { format: 1, id: randomUUID() } as const;
  await writeDurably(path, `${JSON.stringify(instance)}\n`);
  return instance.id;
}
