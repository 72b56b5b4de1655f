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

/**
 * Images under the names that the registry has for them, so that examples run as they are. A real one that is here
 * stays; what a run left that was killed goes with this one's.
 */
export function aliasImages(): Aliases {
  const added = Object.entries(STAND_INS).flatMap(([name, fixture]) => {
    const { image } = BUILT_IN.servers[name]!;
    const standIn = `thv-fixture/${fixture}:latest`;
    const present = idOf(image);
    if (present !== "" && present !== idOf(standIn)) return [];
    docker("tag", standIn, image);
    return [image];
  });
  return {
    [Symbol.dispose]() {
      for (const image of added) docker("rmi", image);
    },
  };
}

const idOf = (image: string): string => docker("images", "-q", image);
