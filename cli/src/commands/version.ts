import { PRODUCT } from "@toolhaven/contract/product";
import type { version } from "../manifest/program.ts";
import type { Run } from "../manifest/spec.ts";

export const run: Run<typeof version> = async () => {
  const platform = `${process.platform}/${process.arch}`;
  return {
    data: { version: PRODUCT.version, node_version: process.version, platform },
    text: `${PRODUCT.name} ${PRODUCT.version}\nNode ${process.version}\nPlatform ${platform}`,
  };
};
