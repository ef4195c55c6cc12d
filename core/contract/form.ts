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

/** Why a field cannot be sent as it is; a limit stands beside it. */
export type FormTrouble =
  | { readonly kind: 'required' | 'email' | 'uri' | 'date' | 'date-time' | 'number' | 'integer' | 'choice' }
  | { readonly kind: 'minLength' | 'maxLength' | 'minimum' | 'maximum' | 'minItems' | 'maxItems'; readonly limit: number }

/** The first thing wrong with a value; undefined: it may be sent. Left out is right where the field is not required. */
export function formTrouble(field: FormField, value: FormValue | undefined): FormTrouble | undefined {
  if (value === undefined || value === '') return field.required ? { kind: 'required' } : undefined
  switch (field.type) {
    case 'text':
      return textTrouble(field, value)
    case 'number':
      return numberTrouble(field, value)
    case 'switch':
      return typeof value === 'boolean' ? undefined : { kind: 'choice' }
    case 'choice':
      return field.options.some((option) => option.value === value) ? undefined : { kind: 'choice' }
    case 'choices':
      return choicesTrouble(field, value)
  }
}

type FieldOf<T extends FormField['type']> = Extract<FormField, { type: T }>

function textTrouble({ format, minLength, maxLength }: FieldOf<'text'>, value: FormValue): FormTrouble | undefined {
  if (typeof value !== 'string') return { kind: 'choice' }
  // Counted as JSON Schema counts: a character outside the basic plane is one.
  const length = [...value].length
  if (minLength !== null && length < minLength) return { kind: 'minLength', limit: minLength }
  if (maxLength !== null && length > maxLength) return { kind: 'maxLength', limit: maxLength }
  return format !== null && !FORMATS[format].safeParse(value).success ? { kind: format } : undefined
}

const FORMATS = {
  email: z.email(),
  uri: z.url(),
  date: z.iso.date(),
  'date-time': z.iso.datetime({ offset: true }),
} as const

function numberTrouble({ isInteger, minimum, maximum }: FieldOf<'number'>, value: FormValue): FormTrouble | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return { kind: 'number' }
  if (isInteger && !Number.isInteger(value)) return { kind: 'integer' }
  if (minimum !== null && value < minimum) return { kind: 'minimum', limit: minimum }
  return maximum !== null && value > maximum ? { kind: 'maximum', limit: maximum } : undefined
}

function choicesTrouble({ options, required, minItems, maxItems }: FieldOf<'choices'>, value: FormValue): FormTrouble | undefined {
  if (!Array.isArray(value) || !value.every((one) => options.some((option) => option.value === one))) return { kind: 'choice' }
  // Emptied: it is left out.
  if (value.length === 0 && !required) return undefined
  const least = Math.max(minItems ?? 0, required ? 1 : 0)
  if (value.length < least) return { kind: 'minItems', limit: least }
  return maxItems !== null && value.length > maxItems ? { kind: 'maxItems', limit: maxItems } : undefined
}
