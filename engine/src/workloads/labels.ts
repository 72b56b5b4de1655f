import { PRODUCT } from "@toolhaven/contract/product";
import type { Labels } from "../runtime/runtime.ts";
import type { Revision } from "./definition.ts";

const { prefix } = PRODUCT;

export const LABEL = {
  owner: prefix,
  instance: `${prefix}-instance`,
  name: `${prefix}-name`,
  revision: `${prefix}-revision`,
  transport: `${prefix}-transport`,
  port: `${prefix}-port`,
  toolType: `${prefix}-tool-type`,
  group: `${prefix}-group`,
  isolation: `${prefix}-network-isolation`,
} as const;

/** What all of one installation's containers and networks carry, and nothing else does. */
export const ownedBy = (instance: string): Labels => ({ [LABEL.owner]: "true", [LABEL.instance]: instance });

export const ofWorkload = (instance: string, name: string): Labels => ({ ...ownedBy(instance), [LABEL.name]: name });

export function labelsFor(instance: string, revision: Revision): Labels {
  const { name, transport, group, network_isolation } = revision.request;
  return {
    ...ofWorkload(instance, name),
    [LABEL.revision]: String(revision.number),
    [LABEL.transport]: transport,
    [LABEL.port]: String(revision.port),
    [LABEL.toolType]: "mcp",
    [LABEL.group]: group,
    [LABEL.isolation]: String(network_isolation),
  };
}

/** `NaN` for a container without the label, which then matches no revision. */
export const revisionOf = (labels: Labels): number => Number(labels[LABEL.revision]);
