import { request } from "node:http";
import { request as requestTls } from "node:https";

/** Whether anything that speaks HTTP answers there; which status does not matter. Never rejects. */
export function answersHttp(
  address: { host: string; port: number },
  { signal }: { signal: AbortSignal },
): Promise<boolean> {
  return new Promise((resolve) => {
    const asking = request({ ...address, path: "/", agent: false, signal }, (response) => {
      response.destroy();
      resolve(true);
    });
    asking.on("error", () => resolve(false));
    asking.end();
  });
}

/** Why a remote server cannot be reached; `undefined` when it answers, with whatever status. Never rejects. */
export function reachRemote(url: string, { signal }: { signal: AbortSignal }): Promise<string | undefined> {
  const { protocol, host } = new URL(url);
  const ask = protocol === "https:" ? requestTls : request;
  return new Promise((resolve) => {
    // HEAD: a GET would open an event stream.
    const asking = ask(url, { method: "HEAD", agent: false, signal }, (response) => {
      response.destroy();
      resolve(undefined);
    });
    asking.on("error", (error: NodeJS.ErrnoException) => {
      const reason = signal.aborted ? "no answer in time" : (error.code ?? error.message);
      resolve(`cannot reach "${host}": ${reason}`);
    });
    asking.end();
  });
}
