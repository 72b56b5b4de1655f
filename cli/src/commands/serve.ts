import { PRODUCT } from "@toolhaven/contract/product";
import type { serve } from "../manifest/serving.ts";
import type { Run } from "../manifest/spec.ts";
import { usage } from "../program/failure.ts";

const LAST_PORT = 65_535;

export const run: Run<typeof serve> = async ({ flags, given }, { io, settings, signal }) => {
  const { host = PRODUCT.defaultHost, port = PRODUCT.defaultPort, socket } = flags;
  if (port < 0 || port > LAST_PORT) throw usage(`--port ${port} is not between 0 and ${LAST_PORT}`);
  if (socket === "") throw usage("--socket is empty", "give the path of a socket");
  const hasAddress = socket === undefined || given.has("host") || given.has("port");
  const { serve: serveApi } = await import("../serve.ts");
  await serveApi(
    { ...(hasAddress && { address: { host, port } }), ...(socket !== undefined && { socket }) },
    {
      settings: await settings(),
      signal,
      print: (line) => void io.stdout.write(`${line}\n`),
      complain: (line) => void io.stderr.write(`${line}\n`),
    },
  );
  return undefined;
};
