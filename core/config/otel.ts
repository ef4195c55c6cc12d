import { z } from 'zod'

/** Where traces and counts of what the agent does are sent, of OTLP over HTTP. */
export const OtelSchema = z.strictObject({
  /** Without `/v1/traces` and the like. */
  endpoint: z.string().regex(/^https?:\/\/[^\s/]+/, { error: 'http://host:4318' }),
  headers: z.record(z.string().regex(/^[\w-]{1,200}$/, { error: 'Header-Name' }), z.string().max(4_000)).optional(),
  /** Texts of prompts, answers and results as well. */
  content: z.boolean().optional(),
})
export type Otel = z.output<typeof OtelSchema>
