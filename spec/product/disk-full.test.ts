import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FIXTURES } from "@toolhaven/fixtures/images";
import { expect, test } from "vitest";
import { call, create, list, untilGone, untilStatus } from "./api.ts";
import { startDaemon } from "./daemon.ts";

const WORKLOADS = "/api/v1beta/workloads";
/** A file system small enough to fill can only be mounted by root. */
const canMount = process.getuid?.() === 0;

test.skipIf(!canMount)(
  "ST-01 ST-04 on a full disk a create is refused in one line, nothing is lost, and it works again later",
  async () => {
    const home = await mkdtemp(join(tmpdir(), "thv-full-"));
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", home]);
    try {
      await using daemon = await startDaemon({ home });
      await create(daemon, { name: "first", image: FIXTURES.echo });
      await untilStatus(daemon, "first", "running");
      await writeFile(join(home, "ballast"), Buffer.alloc(1024 * 1024)).catch(() => undefined);

      const reply = await call(daemon, "POST", WORKLOADS, { name: "second", image: FIXTURES.echo });
      expect(reply.status).toBe(500);
      expect(reply.body.trim()).toMatch(/no space left/);
      expect(reply.body.trim()).not.toContain("\n");
      const stop = await call(daemon, "POST", `${WORKLOADS}/first/stop`);
      expect(stop.status).toBe(500);
      expect((await list(daemon)).map(({ name, status }) => `${name} ${status}`)).toEqual(["first running"]);

      await rm(join(home, "ballast"));
      await create(daemon, { name: "second", image: FIXTURES.echo });
      for (const name of ["first", "second"]) {
        await call(daemon, "DELETE", `${WORKLOADS}/${name}`);
        await untilGone(daemon, name);
      }
    } finally {
      execFileSync("umount", [home]);
      await rm(home, { recursive: true, force: true });
    }
  },
);
