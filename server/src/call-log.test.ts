import { createLog } from "@toolhaven/engine/log";
import type { Handlers } from "@toolhaven/contract/routes";
import { expect, test } from "vitest";
import { createApp } from "./app.ts";
import { createCallLog } from "./call-log.ts";
import { systemHandlers } from "./handlers/system.ts";

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly request_id?: string;
}

const DEBUG = 20;
const ERROR = 50;

test("SV-03 SV-04 a failure of ours is logged with its cause under the id the caller was given", async () => {
  const lines: Line[] = [];
  const log = createLog("debug", { to: { write: (line) => void lines.push(JSON.parse(line) as Line) } });
  const app = createApp({
    handlers: {
      ...systemHandlers({ version: "v1" }),
      listGroups: () => {
        log.info({}, "deep inside");
        throw new Error("disk on fire");
      },
    } as Partial<Handlers> as Handlers,
    bindHost: undefined,
    onUnexpected: (err) => log.error({ err }, "unexpected failure of a call"),
    calls: createCallLog(log),
  });
  const response = await app.request("/api/v1beta/groups");
  const id = response.headers.get("x-request-id")!;
  expect(await response.text()).toContain(id);
  expect(lines).toMatchObject([
    { msg: "deep inside", request_id: id },
    { level: ERROR, msg: "unexpected failure of a call", request_id: id, err: { message: "disk on fire" } },
    { level: ERROR, msg: "the call failed", request_id: id, route: "/api/v1beta/groups", status: 500 },
  ]);

  await app.request("/health");
  expect(lines.at(-1)).toMatchObject({ level: DEBUG, status: 204, route: "/health" });
  expect(lines.at(-1)?.request_id).not.toBe(id);
});
