import { z } from "zod";
import type { ContainerId } from "./runtime.ts";

/** The parts of the engine's answers that are used; everything else in them is ignored. */

/** Either engine writes `null` where a map or list is empty. */
const mapOf = <T extends z.ZodType>(value: T) =>
  z
    .record(z.string(), value)
    .nullish()
    .transform((map) => map ?? {});
const listOf = <T extends z.ZodType>(value: T) =>
  z
    .array(value)
    .nullish()
    .transform((list) => list ?? []);

const Id = z.string().transform((id) => id as ContainerId);

export const Version = z.object({
  Version: z.string(),
  Components: listOf(z.object({ Name: z.string() })),
});

export const Info = z.object({
  KernelVersion: z.string().default(""),
  OperatingSystem: z.string().default(""),
  /** Podman says it here, Docker among its security options. */
  Rootless: z.boolean().default(false),
  SecurityOptions: listOf(z.string()),
});

export type Info = z.infer<typeof Info>;

export const Created = z.object({ Id });

export const ListedContainers = z.array(
  z.object({
    Id,
    Names: listOf(z.string()),
    Labels: mapOf(z.string()),
    State: z.string(),
  }),
);
export type ListedContainers = z.infer<typeof ListedContainers>;

export const InspectedContainer = z.object({
  Id,
  Name: z.string(),
  /** The image's id. */
  Image: z.string(),
  State: z.object({
    Status: z.string(),
    StartedAt: z.string(),
    FinishedAt: z.string(),
    ExitCode: z.number(),
    OOMKilled: z.boolean().default(false),
  }),
  Config: z.object({ Labels: mapOf(z.string()) }),
  NetworkSettings: z.object({
    Networks: mapOf(z.object({ IPAddress: z.string().default("") })),
    Ports: mapOf(listOf(z.object({ HostPort: z.string() }))),
  }),
});
export type InspectedContainer = z.infer<typeof InspectedContainer>;

export const InspectedImage = z.object({ Id: z.string(), RepoDigests: listOf(z.string()) });

export const ListedImages = z.array(
  z.object({ Id: z.string(), RepoTags: listOf(z.string()), Labels: mapOf(z.string()) }),
);

export const ListedNetworks = z.array(
  z.object({
    Name: z.string(),
    Labels: mapOf(z.string()),
    IPAM: z.object({ Config: listOf(z.object({ Subnet: z.string().optional() })) }).nullish(),
  }),
);

export type ListedNetworks = z.infer<typeof ListedNetworks>;

export const Event = z.object({
  Actor: z.object({ ID: Id, Attributes: mapOf(z.string()) }),
});

/** One line while an image is pulled. */
export const PullLine = z.object({
  id: z.string().optional(),
  status: z.string().default(""),
  progressDetail: z.object({ current: z.number().optional(), total: z.number().optional() }).nullish(),
  error: z.string().optional(),
});
export type PullLine = z.infer<typeof PullLine>;

/** One line while an image is built: output of the builder and of the steps, in pieces of any size. */
export const BuildLine = z.object({ stream: z.string().default(""), error: z.string().optional() });
export type BuildLine = z.infer<typeof BuildLine>;
