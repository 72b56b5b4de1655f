import { AppError } from "@toolhaven/contract/errors";
import { InspectedImage, ListedImages, PullLine } from "./answers.ts";
import type { EngineClient } from "./engine-client.ts";
import { oneLine, wordsOf } from "./engine-errors.ts";
import { createPullProgress } from "./pull-progress.ts";
import { checkReference, pullSource } from "./reference.ts";
import type { CallOptions, Image, ImageSummary, Labels } from "./runtime.ts";

export interface EngineImages {
  find(reference: string, options?: CallOptions): Promise<Image | undefined>;
  pull(reference: string, options?: CallOptions & { onProgress?: (text: string) => void }): Promise<Image>;
  tag(id: string, reference: string, options?: CallOptions): Promise<void>;
  list(labels: Labels, options?: CallOptions): Promise<ImageSummary[]>;
  remove(reference: string, options?: CallOptions): Promise<void>;
}

/** @param localPrefix of references that come from no registry */
export function createEngineImages(
  client: EngineClient,
  { localPrefix }: { localPrefix: () => string | undefined },
): EngineImages {
  return { find, pull, tag: giveName, list, remove };

  async function find(reference: string, options?: CallOptions): Promise<Image | undefined> {
    checkReference(reference);
    const path = `/images/${encodeURIComponent(reference)}/json`;
    const { status, body } = await client.ask(
      "inspect the image",
      { method: "GET", path },
      { ...options, also: [404] },
    );
    if (status === 404) return undefined;
    const { Id, RepoDigests } = InspectedImage.parse(body);
    const prefix = localPrefix();
    const digests = RepoDigests.filter((digest) => prefix === undefined || !digest.startsWith(prefix));
    // The same content may be known under several names: the one asked for says where it came from.
    const digest = digests.find((one) => reference.startsWith(one.slice(0, one.indexOf("@")))) ?? digests[0];
    return { id: Id, digest };
  }

  async function pull(
    reference: string,
    { signal, onProgress = () => undefined }: CallOptions & { onProgress?: (text: string) => void } = {},
  ): Promise<Image> {
    const { repository, tag } = pullSource(reference);
    const options = signal ? { signal } : {};
    const query = { fromImage: repository, tag };
    const answer = await client.stream({ method: "POST", path: "/images/create", query }, options);
    if (!("lines" in answer)) throw pullFailure(reference, wordsOf(answer));
    const report = createPullProgress({ onProgress, now: () => performance.now() });
    for await (const value of answer.lines) {
      const line = PullLine.parse(value);
      if (line.error !== undefined) throw pullFailure(reference, line.error);
      report(line);
    }
    const image = await find(reference, options);
    if (!image) throw pullFailure(reference, "the engine took it and has it no more");
    return image;
  }

  async function giveName(id: string, reference: string, options?: CallOptions): Promise<void> {
    checkReference(id);
    const { repository: repo, tag } = pullSource(reference);
    const path = `/images/${encodeURIComponent(id)}/tag`;
    await client.ask("name the image", { method: "POST", path, query: { repo, tag } }, options);
  }

  async function list(labels: Labels, options?: CallOptions): Promise<ImageSummary[]> {
    const label = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
    const query = { filters: JSON.stringify({ label }) };
    const { body } = await client.ask("list images", { method: "GET", path: "/images/json", query }, options);
    return ListedImages.parse(body).map(({ Id, RepoTags, Labels: own }) => ({
      id: Id,
      references: RepoTags.filter((tag) => !tag.startsWith("<none>")),
      labels: own,
    }));
  }

  async function remove(reference: string, options?: CallOptions): Promise<void> {
    checkReference(reference);
    const path = `/images/${encodeURIComponent(reference)}`;
    await client.ask("remove the image", { method: "DELETE", path }, { ...options, also: [404] });
  }
}

const REFUSED = "the registry refuses access";
const UNKNOWN = "the registry does not know it";

/**
 * Which text means what, the first that fits. The engines pass on what the registry or the network said with status
 * 500, or inside an answer of status 200, so that the text is all there is to tell these cases apart.
 */
const FAILURES: ReadonlyArray<readonly [text: RegExp, meaning: string]> = [
  [/pull access denied|does not exist or may require/i, "the registry does not know it, or refuses access"],
  [/unauthorized|authentication required|denied|forbidden|no basic auth/i, REFUSED],
  [/(manifest|name|repository|blob)[ _]unknown|not found|no matching manifest/i, UNKNOWN],
  [
    /dial |lookup |timeout|timed out|refused|reset|unreachable|EOF|x509|tls|certificate|HTTPS client|canceled|pinging|proxyconnect/i,
    "the registry could not be reached",
  ],
];

function pullFailure(reference: string, words: string): AppError {
  const meaning = FAILURES.find(([text]) => text.test(words))?.[1];
  const said = oneLine(words);
  if (meaning === undefined) return new AppError("internal", `cannot pull image "${reference}": ${said}`);
  return new AppError("not_found", `cannot pull image "${reference}": ${meaning} (${said})`, {
    hint: "check the name and the network; an image that needs a password can be pulled with the engine's own command first",
  });
}
