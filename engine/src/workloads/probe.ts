import { request } from "node:http";

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
