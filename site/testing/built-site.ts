import { join } from "node:path";
import { type SiteServer, serveSite } from "../serve/serve.ts";

/** The site as it was last built (`npm run build -w site`), or another build of it, on a port of its own. */
export async function openBuiltSite(): Promise<SiteServer> {
  const folder = process.env["THV_TEST_SITE"] ?? join(import.meta.dirname, "../build");
  return serveSite({ folder, host: "127.0.0.1", port: 0 });
}
