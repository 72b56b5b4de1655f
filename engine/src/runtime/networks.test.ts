import { describe, expect, test } from "vitest";
import { createEngineClient } from "./engine-client.ts";
import { openFakeEngine, sendJson } from "./fake-engine.ts";
import { createNetworks } from "./networks.ts";

const BLOCK = "10.211.0.0/24";
const spec = { name: "one", labels: { owner: "me" }, isInternal: true };

/** An engine that knows some subnets and answers creations as it is told, in order. */
async function setup({ taken = [], answers }: { taken?: string[]; answers: Array<[number, object]> }) {
  const bodies: Array<Record<string, unknown>> = [];
  const engine = await openFakeEngine({
    answer: (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        if (request.method === "GET") {
          const networks = taken.map((Subnet) => ({ Name: "n", Labels: null, IPAM: { Config: [{ Subnet }] } }));
          return sendJson(response, 200, [...networks, { Name: "host", Labels: {}, IPAM: { Config: null } }]);
        }
        bodies.push(JSON.parse(Buffer.concat(chunks).toString("utf8")));
        const [status, body] = answers.shift() ?? [201, {}];
        taken.push(subnetOf(bodies.at(-1)));
        return sendJson(response, status, body);
      });
    },
  });
  const client = createEngineClient(engine.socketPath);
  return {
    networks: createNetworks(client),
    bodies,
    subnets: () => bodies.map(subnetOf),
    async [Symbol.asyncDispose]() {
      client[Symbol.dispose]();
      await engine[Symbol.asyncDispose]();
    },
  };
}

const subnetOf = (body: unknown): string => (body as { IPAM: { Config: [{ Subnet: string }] } }).IPAM.Config[0].Subnet;

describe("creating a network", () => {
  test("asks for the first free subnet, with the labels and the flag", async () => {
    await using bench = await setup({ taken: ["10.211.0.0/28"], answers: [] });
    await bench.networks.create(spec, { block: BLOCK });
    expect(bench.bodies).toMatchObject([
      { Name: "one", Driver: "bridge", Internal: true, CheckDuplicate: true, Labels: { owner: "me" } },
    ]);
    expect(bench.subnets()).toEqual(["10.211.0.16/28"]);
  });

  test.each<[string, number, object]>([
    ["Docker", 403, { message: "Pool overlaps with other one on this address space" }],
    ["Podman", 500, { message: "subnet is already used", cause: "subnet is already used" }],
  ])("goes on with the next one when %s says that it is taken", async (_, status, body) => {
    await using bench = await setup({ answers: [[status, body]] });
    await bench.networks.create(spec, { block: BLOCK });
    expect(bench.subnets()).toEqual(["10.211.0.0/28", "10.211.0.16/28"]);
  });

  test("does not go on when the name is taken", async () => {
    await using bench = await setup({ answers: [[409, { message: "exists" }]] });
    await expect(bench.networks.create(spec, { block: BLOCK })).rejects.toMatchObject({ code: "already_exists" });
    expect(bench.bodies).toHaveLength(1);
  });

  test("gives up with the engine's words when no subnet will do", async () => {
    await using bench = await setup({ answers: Array.from({ length: 99 }, () => [403, { message: "no" }]) });
    await expect(bench.networks.create(spec, { block: BLOCK })).rejects.toThrow("cannot create the network: no");
  });

  test("says so when the block is used up", async () => {
    await using bench = await setup({ taken: ["10.0.0.0/8"], answers: [] });
    await expect(bench.networks.create(spec, { block: BLOCK })).rejects.toThrow(`every subnet of ${BLOCK} is in use`);
  });

  test("never takes one subnet twice when several are asked for at once", async () => {
    await using bench = await setup({ answers: [] });
    const names = ["a", "b", "c", "d"];
    await Promise.all(names.map((name) => bench.networks.create({ ...spec, name }, { block: BLOCK })));
    expect(new Set(bench.subnets()).size).toBe(4);
  });
});
