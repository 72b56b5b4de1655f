import { request } from "node:http";
import { pipeline } from "node:stream/promises";
import type { IncomingMessage } from "node:http";

export interface CopyImageOptions {
  /** Sockets of the engines. */
  readonly from: string;
  readonly to: string;
}

/** For tests: brings an image from one engine to another, unless it is there already with the same content. */
export async function copyImage(reference: string, { from, to }: CopyImageOptions): Promise<void> {
  const path = `/v1.41/images/${encodeURIComponent(reference)}`;
  const [here, there] = await Promise.all([from, to].map((socketPath) => imageId(socketPath, `${path}/json`)));
  if (here === undefined) throw new Error(`image "${reference}" is not at ${from}; build the fixture images first`);
  if (here === there) return;
  const archive = await answerOf({ socketPath: from, path: `${path}/get` });
  const load = request({
    socketPath: to,
    method: "POST",
    path: "/v1.41/images/load",
    headers: { "content-type": "application/x-tar" },
  });
  const loaded = new Promise<IncomingMessage>((resolve, reject) => load.on("response", resolve).on("error", reject));
  await Promise.all([pipeline(archive, load), loaded.then(drain)]);
  if ((await imageId(to, `${path}/json`)) !== here) throw new Error(`image "${reference}" did not arrive at ${to}`);
}

async function imageId(socketPath: string, path: string): Promise<string | undefined> {
  const answer = await answerOf({ socketPath, path });
  const text = await drain(answer);
  return answer.statusCode === 200 ? (JSON.parse(text) as { Id: string }).Id : undefined;
}

const answerOf = (where: { socketPath: string; path: string }): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => request(where, resolve).on("error", reject).end());

async function drain(answer: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of answer.setEncoding("utf8")) text += String(chunk);
  return text;
}
