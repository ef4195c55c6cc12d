import { z } from 'zod'

const named = {
  name: z.string(),
  /** For people; the name where the server gives none. */
  title: z.string(),
  description: z.string(),
  required: z.boolean(),
}
const Options = z.array(z.object({ value: z.string(), label: z.string() }))

/** One line of a form that an MCP server asks a person to fill in. `initial` is the server's own default. */
export const FormField = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    ...named,
    format: z.enum(['email', 'uri', 'date', 'date-time']).nullable(),
    minLength: z.number().nullable(),
    maxLength: z.number().nullable(),
    initial: z.string().nullable(),
  }),
  z.object({
    type: z.literal('number'),
    ...named,
    isInteger: z.boolean(),
    minimum: z.number().nullable(),
    maximum: z.number().nullable(),
    initial: z.number().nullable(),
  }),
  z.object({ type: z.literal('switch'), ...named, initial: z.boolean().nullable() }),
  z.object({ type: z.literal('choice'), ...named, options: Options, initial: z.string().nullable() }),
  z.object({
    type: z.literal('choices'),
    ...named,
    options: Options,
    minItems: z.number().nullable(),
    maxItems: z.number().nullable(),
    initial: z.array(z.string()).nullable(),
  }),
])
export type FormField = z.infer<typeof FormField>

export const FormValue = z.union([z.string().max(100_000), z.number(), z.boolean(), z.array(z.string().max(10_000)).max(1_000)])
export type FormValue = z.infer<typeof FormValue>
