import { z } from "zod";

export const AuditConfig = z
  .object({
    component: z.string().optional().describe("Who the events are from."),
    event_types: z.array(z.string()).optional().describe("Events to write; empty: all."),
    exclude_event_types: z.array(z.string()).optional().describe("Events to leave out; wins over `event_types`."),
    include_request_data: z.boolean().optional(),
    include_response_data: z.boolean().optional(),
    log_file: z.string().optional().describe("Where events are appended; the standard output when left out."),
    max_data_size: z
      .int()
      .min(0, { error: "must be 0 or more bytes" })
      .optional()
      .describe("Bytes of request or response kept per event."),
  })
  .meta({ id: "AuditConfig", description: "What is written down about calls." });
export type AuditConfig = z.infer<typeof AuditConfig>;
