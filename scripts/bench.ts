import { buildFixtureImages, buildProgram, ensureEngine } from "./prepare.ts";

// npm run bench -- [data-plane|first-answer|memory|list|cli]...
const docker = await ensureEngine("docker", { otherwise: "failed" });
if (docker && (await buildFixtureImages(docker)) && (await buildProgram())) {
  process.env["DOCKER_HOST"] = docker.host;
  await import("../bench/main.ts");
} else {
  process.exitCode = 1;
}
