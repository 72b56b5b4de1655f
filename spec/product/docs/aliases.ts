import { BUILT_IN } from "@toolhaven/engine/registry/built-in";
import { docker } from "../docker.ts";

export type Aliases = Disposable;

/** What stands in for the image of a registry's server: something that speaks its transport. */
const STAND_INS: Readonly<Record<string, string>> = {
  context7: "echo",
  fetch: "echo",
  filesystem: "filesystem",
  github: "echo",
  k8s: "conformance",
  "meta-mcp": "echo",
  osv: "conformance",
  playwright: "echo",
};

/** Images under the names that the registry has for them, so that examples run as they are. One that is here stays. */
export function aliasImages(): Aliases {
  const added = Object.entries(STAND_INS).flatMap(([name, fixture]) => {
    const { image } = BUILT_IN.servers[name]!;
    if (isHere(image)) return [];
    docker("tag", `thv-fixture/${fixture}:latest`, image);
    return [image];
  });
  return {
    [Symbol.dispose]() {
      for (const image of added) docker("rmi", image);
    },
  };
}

function isHere(image: string): boolean {
  return docker("images", "-q", image) !== "";
}
