import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PRODUCT } from "@toolhaven/contract/product";
import { mkdirSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { reportOf } from "../program/failure.ts";
import { createApi } from "./api.ts";
import { openApi } from "./open-api.ts";
import { socketPath } from "./socket-path.ts";

const { signal } = new AbortController();
const progress = { show: () => undefined, begin: () => undefined, done: () => undefined };

/** A server where this program looks for its own. */
async function serverThat(
  answer: RequestListener,
): Promise<{ places: Parameters<typeof openApi>[0]["places"]; path: string }> {
  const folder = await mkdtemp(join(tmpdir(), "thv-api-"));
  const places = {
    home: folder,
    stateFolder: join(folder, "state"),
    runtimeFolder: folder,
    configFile: join(folder, "c"),
  };
  const path = socketPath(places);
  mkdirSync(dirname(path), { mode: 0o700 });
  const server = createServer(answer).listen(path);
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { places, path };
}

const saying =
  (status: number, body: string): RequestListener =>
  (_, response) =>
    response.writeHead(status).end(body);

describe("an answer of the server", () => {
  test.each([
    [400, "usage"],
    [401, "not_allowed"],
    [403, "not_allowed"],
    [404, "not_found"],
    [408, "timed_out"],
    [409, "conflict"],
    [413, "usage"],
    [500, "failure"],
    [501, "failure"],
    [503, "unreachable"],
    [504, "timed_out"],
  ])("CM-24 %i is %s, with the server's words and its hint apart", async (status, code) => {
    const { path } = await serverThat(saying(status, 'it is "so"; do that; or this\n'));
    const failure = await createApi({ socketPath: path }, { signal })
      .get("/x")
      .catch((error: unknown) => error);
    expect(reportOf(failure)).toMatchObject({ code, message: 'it is "so"', hint: "do that; or this" });
  });

  test("CM-24 what a program would call is said as a person types it", async () => {
    const { path } = await serverThat(
      saying(404, `secrets are not set up; choose a provider with POST ${PRODUCT.apiPath}/secrets`),
    );
    const failure = await createApi({ socketPath: path }, { signal })
      .get("/x")
      .catch((error: unknown) => error);
    expect(reportOf(failure).hint).toBe('choose a provider with "thv secret setup"');
  });

  test("CM-28 that does not come is given up", async () => {
    const { path } = await serverThat(() => undefined);
    const failure = await createApi({ socketPath: path }, { signal, limitMs: 50 })
      .get("/x")
      .catch((error: unknown) => error);
    expect(reportOf(failure)).toMatchObject({ code: "timed_out", exit_code: 7 });
  });

  test("CM-28 that breaks off is said to be that, and a wish to stop is no failure of the server", async () => {
    const { path } = await serverThat((_, response) => {
      response.writeHead(200, { "content-length": "10" }).write("{");
      setImmediate(() => response.destroy());
    });
    const failure = await createApi({ socketPath: path }, { signal })
      .get("/x")
      .catch((error: unknown) => error);
    expect(reportOf(failure)).toMatchObject({ code: "unreachable" });

    const stopping = new AbortController();
    const { path: silent } = await serverThat(() => stopping.abort("SIGINT"));
    await expect(createApi({ socketPath: silent }, { signal: stopping.signal }).get("/x")).rejects.toBe("SIGINT");
  });
});

describe("the server that runs", () => {
  const opened = async (answer: RequestListener): Promise<string[]> => {
    const { places } = await serverThat(answer);
    const told: string[] = [];
    await openApi({ places, signal, progress, tell: (line) => void told.push(line) });
    return told;
  };

  test("CM-27 needs no word when it is of this version", async () => {
    expect(await opened(saying(200, JSON.stringify({ version: PRODUCT.version })))).toEqual([]);
  });

  test.each([
    ["older", 200, '{"version":"v0.0.1"}', "v0.0.1"],
    ["no server of ours", 404, "who are you", "unknown"],
    ["one that would steer the terminal", 200, '{"version":"\u001B[2J"}', "unknown"],
  ])("CM-27 is warned of when it is %s", async (_, status, body, shown) => {
    const [warning] = await opened(saying(status, body));
    expect(warning).toContain(`is ${shown} and this program is ${PRODUCT.version}`);
    expect(warning).toContain("the next command starts its own");
  });

  test("CM-27 is not asked in a folder that others may write to", async () => {
    const { places, path } = await serverThat(saying(200, "{}"));
    const { chmodSync } = await import("node:fs");
    chmodSync(dirname(path), 0o777);
    const failure = await openApi({ places, signal, progress, tell: () => undefined }).catch((error: unknown) => error);
    expect(reportOf(failure)).toMatchObject({ code: "not_allowed" });
  });
});
