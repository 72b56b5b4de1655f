import { join } from "node:path";
import { settingsFrom } from "../settings.ts";
import { serveSite } from "./serve.ts";

const { url } = await serveSite({
  folder: join(import.meta.dirname, "../build"),
  host: "127.0.0.1",
  port: Number(process.env["SITE_PORT"] ?? 3000),
  baseUrl: settingsFrom(process.env).baseUrl,
});
console.log(`documentation: ${url}`);
