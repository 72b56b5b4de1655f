import { z } from "zod";

const RATE = "must be between 0.0 and 1.0";

export const TelemetryConfig = z
  .object({
    endpoint: z.string().optional().describe("`host:port` of an OTLP collector, without a scheme."),
    serviceName: z.string().optional(),
    serviceVersion: z.string().optional(),
    tracingEnabled: z.boolean().optional(),
    metricsEnabled: z.boolean().optional(),
    samplingRate: z
      .number({ error: `must be a number between 0.0 and 1.0` })
      .min(0, { error: RATE })
      .max(1, { error: RATE })
      .optional()
      .describe("The share of calls that is traced."),
    insecure: z.boolean().optional().describe("Sends without TLS."),
    headers: z.record(z.string(), z.string()).optional().describe("Sent with every export."),
    environmentVariables: z.array(z.string()).optional().describe("Variables to put on every trace."),
    enablePrometheusMetricsPath: z.boolean().optional().describe("Serves `/metrics`."),
  })
  .meta({ id: "TelemetryConfig" });
export type TelemetryConfig = z.infer<typeof TelemetryConfig>;
