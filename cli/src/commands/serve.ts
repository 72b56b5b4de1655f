import { dirname, resolve } from "node:path";
import { PRODUCT } from "@toolhaven/contract/product";
import { refuseForeignFolder } from "../api/open-api.ts";
import { socketPath } from "../api/socket-path.ts";
import type { serve } from "../manifest/serving.ts";
import type { Run } from "../manifest/spec.ts";
import type { Context } from "../program/context.ts";
import { Failure, reportOf, usage } from "../program/failure.ts";

export const run: Run<typeof serve> = async ({ flags, given }, { io, places, settings, signal }) => {
  const { host = PRODUCT.defaultHost, port = PRODUCT.defaultPort } = flags;
  if (flags.socket === "") throw usage("--socket is empty", "give the path of a socket");
  const socket = flags.socket === undefined ? undefined : resolve(flags.socket);
  const hasAddress = socket === undefined || given.has("host") || given.has("port");
  const complain = (line: string): void => void io.stderr.write(`${line}\n`);
  const { serve: serveApi } = await import("../serve.ts");
  const privateSocket = await usableSocket(places, complain);
  await serveApi(
    {
      ...(hasAddress && { address: { host, port } }),
      ...(socket !== undefined && { socket }),
      ...(privateSocket !== undefined && privateSocket !== socket && { privateSocket }),
    },
    { settings: await settings(), signal, print: (line) => void io.stdout.write(`${line}\n`), complain },
  );
  return undefined;
};

/**
 * Where the other commands look for the server of this state folder. Whoever only wants the address is served without:
 * a folder that cannot be used is said, not fatal.
 */
async function usableSocket(places: Context["places"], complain: (line: string) => void): Promise<string | undefined> {
  const path = socketPath(places);
  try {
    await refuseForeignFolder(dirname(path));
    return path;
  } catch (error) {
    const isSystem = typeof (error as NodeJS.ErrnoException).code === "string";
    if (!isSystem && !(error instanceof Failure)) throw error;
    const reason = isSystem ? (error as Error).message : reportOf(error).message;
    complain(`warning: other commands cannot find this server: ${reason}`);
    return undefined;
  }
}
