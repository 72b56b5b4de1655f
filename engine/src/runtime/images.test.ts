import { expect, test } from "vitest";
import { createEngineClient } from "./engine-client.ts";
import { openFakeEngine, sendJson } from "./fake-engine.ts";
import { createEngineImages } from "./images.ts";

/** How an engine answers a pull: with a status, or with status 200 and an error in the stream. */
async function failureOf(answer: { status: number; words: string }): Promise<unknown> {
  await using engine = await openFakeEngine({
    answer: (_, response) => {
      if (answer.status === 200) response.end(`{"error":${JSON.stringify(answer.words)}}\n`);
      else sendJson(response, answer.status, { message: answer.words });
    },
  });
  using client = createEngineClient(engine.socketPath);
  const images = createEngineImages(client, { localPrefix: () => undefined });
  return await images.pull("example.test/team/server:1").catch((error: unknown) => error);
}

const UNREACHED = "the registry could not be reached";
const UNKNOWN = "the registry does not know it";
const REFUSED = "the registry refuses access";

test.each([
  [500, 'Get "https://example.test/v2/": dial tcp: lookup example.test on 10.0.0.1:53: no such host', UNREACHED],
  [500, 'Get "http://127.0.0.1:9/v2/": dial tcp 127.0.0.1:9: connect: connection refused', UNREACHED],
  [500, "net/http: request canceled while waiting for connection", UNREACHED],
  [500, "x509: certificate signed by unknown authority", UNREACHED],
  [
    200,
    "initializing source docker://a: pinging container registry a: http: server gave HTTP response to HTTPS client",
    UNREACHED,
  ],
  [404, "manifest for example.test/a:1 not found: manifest unknown: manifest unknown", UNKNOWN],
  [500, "manifest unknown", UNKNOWN],
  [200, "reading manifest v1 in example.test/a: name unknown: repository not found", UNKNOWN],
  [500, "unauthorized: authentication required", REFUSED],
  [200, "reading manifest v1 in example.test/a: denied: requested access is denied", REFUSED],
  [
    404,
    "pull access denied for a, repository does not exist or may require 'docker login'",
    `${UNKNOWN}, or refuses access`,
  ],
])("a pull that ends with %i %s is not found: %s", async (status, words, meaning) => {
  expect(await failureOf({ status, words })).toMatchObject({
    code: "not_found",
    message: `cannot pull image "example.test/team/server:1": ${meaning} (${words})`,
  });
});

test("a failure of the engine itself is not taken for one of the registry", async () => {
  const words = "write /var/lib/images: no space left on device";
  expect(await failureOf({ status: 200, words })).toMatchObject({
    code: "internal",
    message: `cannot pull image "example.test/team/server:1": ${words}`,
  });
});

test("the digest of an image is that of the name asked for", async () => {
  const sha = (letter: string): string => `sha256:${letter.repeat(64)}`;
  await using engine = await openFakeEngine({
    answer: (_, response) =>
      sendJson(response, 200, {
        Id: sha("0"),
        RepoDigests: [`localhost/made@${sha("1")}`, `example.test/a@${sha("2")}`, `example.test/b@${sha("3")}`],
      }),
  });
  using client = createEngineClient(engine.socketPath);
  const images = createEngineImages(client, { localPrefix: () => "localhost/" });
  expect(await images.find("example.test/b:1")).toEqual({ id: sha("0"), digest: `example.test/b@${sha("3")}` });
  expect(await images.find("made:1")).toEqual({ id: sha("0"), digest: `example.test/a@${sha("2")}` });
});
