import type { McpServer } from "@modelcontextprotocol/server";
import type { CreatedWorkload, WorkloadList } from "@toolhaven/contract/workload";
import type { SecretKeyList } from "@toolhaven/contract/secret";
import { z } from "zod";
import { type Api, segment } from "../../api/api.ts";
import { reportOf } from "../../program/failure.ts";
import { untilRunning } from "../shared/follow.ts";
import { allServers } from "../shared/servers.ts";

const START_LIMIT_MS = 120_000;
const name = z.object({ name: z.string().describe("The workload's name.") });

interface Answer {
  [key: string]: unknown;
  readonly content: Array<{ type: "text"; text: string }>;
  readonly isError?: boolean;
}

/** What a client may do. Secret values are in none of the answers, and no tool takes one. */
export function registerTools(server: McpServer, { api, signal }: { api: Api; signal: AbortSignal }): void {
  server.registerTool(
    "search_registry",
    {
      description: "Finds servers that can be run, by words in their name, description, tags or tools.",
      inputSchema: z.object({ query: z.string() }),
    },
    ({ query }) =>
      told(async () => {
        const words = query.toLowerCase().split(/\s+/);
        const found = await allServers(api);
        return found
          .filter((entry) =>
            words.every((word) =>
              JSON.stringify([entry.name, entry.description, entry.tags, entry.tools]).toLowerCase().includes(word),
            ),
          )
          .map((entry) => ({ name: entry.name, description: entry.description, tools: entry.tools }));
      }),
  );
  server.registerTool(
    "run_server",
    {
      description:
        "Runs a server of the registry by its name and waits until it is ready. Secrets are given by reference.",
      inputSchema: z.object({
        server: z.string().describe("A name of the registry."),
        name: z.string().optional(),
        env: z.record(z.string(), z.string()).optional(),
        secrets: z.array(z.object({ name: z.string(), target: z.string() })).optional(),
      }),
    },
    ({ server: image, name: wanted, env = {}, secrets = [] }) =>
      told(async () => {
        const body = { image, ...(wanted && { name: wanted }), env_vars: env, secrets };
        const created = await api.post<CreatedWorkload>("/workloads", body);
        const progress = { show: () => undefined, begin: () => undefined, done: () => undefined };
        return untilRunning(created.name, api, { limitMs: START_LIMIT_MS, signal, progress });
      }),
  );
  server.registerTool("list_servers", { description: "Lists all workloads and how they are." }, () =>
    told(async () => (await api.get<WorkloadList>("/workloads", { all: true })).workloads),
  );
  server.registerTool("stop_server", { description: "Stops a workload.", inputSchema: name }, (input) =>
    told(() => api.post(`/workloads/${segment(input.name)}/stop`)),
  );
  server.registerTool("remove_server", { description: "Removes a workload.", inputSchema: name }, (input) =>
    told(() => api.delete(`/workloads/${segment(input.name)}`)),
  );
  server.registerTool(
    "get_server_logs",
    { description: "The last lines a workload's server wrote.", inputSchema: name },
    (input) => told(() => api.getText(`/workloads/${segment(input.name)}/logs`)),
  );
  server.registerTool("list_secrets", { description: "The names of secrets, without their values." }, () =>
    told(async () => (await api.get<SecretKeyList>("/secrets/default/keys")).keys),
  );
}

/** A failure is an answer too: a model can read what went wrong and try something else. */
async function told(act: () => Promise<unknown>): Promise<Answer> {
  try {
    const result = await act();
    const text = typeof result === "string" ? result : JSON.stringify(result ?? "done", null, 2);
    return { content: [{ type: "text", text }] };
  } catch (error) {
    const { message, hint } = reportOf(error);
    return { content: [{ type: "text", text: hint ? `${message}; ${hint}` : message }], isError: true };
  }
}
