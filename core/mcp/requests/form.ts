import { z } from 'zod'
import type { FormField, FormValue } from '../../contract/form.ts'
import { formTrouble } from '../../contract/form-trouble.ts'
import { plainText } from '../plain-text.ts'

const MAX_FIELDS = 50
const MAX_OPTIONS = 500
const MAX_CHARS = 1_000

const Titled = z.array(z.looseObject({ const: z.string(), title: z.string().optional() }))

/** Flat on purpose: the protocol allows nothing deeper, and a form that nests is refused. */
const Property = z.looseObject({
  type: z.enum(['string', 'number', 'integer', 'boolean', 'array']).optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  format: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  enum: z.array(z.string()).optional(),
  enumNames: z.array(z.string()).optional(),
  oneOf: Titled.optional(),
  items: z.looseObject({ enum: z.array(z.string()).optional(), anyOf: Titled.optional(), oneOf: Titled.optional() }).optional(),
  default: z.unknown().optional(),
})
type Property = z.output<typeof Property>

const RequestedSchema = z.looseObject({
  type: z.literal('object'),
  properties: z.record(z.string(), Property),
  required: z.array(z.string()).optional(),
})

/** The fields of a form, or undefined where it is none that may be asked for. */
export function readForm(requestedSchema: unknown): FormField[] | undefined {
  const read = RequestedSchema.safeParse(requestedSchema)
  if (!read.success) return undefined
  const { properties, required = [] } = read.data
  const names = Object.keys(properties)
  if (names.length === 0 || names.length > MAX_FIELDS) return undefined
  const fields = Object.entries(properties).flatMap(([name, property]) => readField(name, property, required.includes(name)) ?? [])
  return fields.length === names.length ? fields : undefined
}

function readField(name: string, property: Property, required: boolean): FormField | undefined {
  const { type, title = name, description = '', items } = property
  const named = { name, title: plainText(title, MAX_CHARS), description: plainText(description, MAX_CHARS), required }
  const initial = property.default
  if (type === 'array') {
    const options = optionsOf({ enum: items?.enum, oneOf: items?.anyOf ?? items?.oneOf })
    if (!options) return undefined
    const { minItems = null, maxItems = null } = property
    return withInitial({ type: 'choices', ...named, options, minItems, maxItems, initial: null }, initial)
  }
  if (property.enum ?? property.oneOf) {
    const options = optionsOf(property)
    return options && withInitial({ type: 'choice', ...named, options, initial: null }, initial)
  }
  if (type === 'boolean') return withInitial({ type: 'switch', ...named, initial: null }, initial)
  if (type === 'number' || type === 'integer') {
    const { minimum = null, maximum = null } = property
    return withInitial({ type: 'number', ...named, isInteger: type === 'integer', minimum, maximum, initial: null }, initial)
  }
  if (type !== 'string') return undefined
  const { minLength = null, maxLength = null } = property
  const format = FORMATS.find((one) => one === property.format) ?? null
  return withInitial({ type: 'text', ...named, format, minLength, maxLength, initial: null }, initial)
}

const FORMATS = ['email', 'uri', 'date', 'date-time'] as const

function optionsOf({ enum: values, enumNames = [], oneOf }: Partial<Pick<Property, 'enum' | 'enumNames' | 'oneOf'>>) {
  const options = oneOf
    ? oneOf.map(({ const: value, title = value }) => ({ value, label: plainText(title, MAX_CHARS) }))
    : values?.map((value, index) => ({ value, label: plainText(enumNames[index] ?? value, MAX_CHARS) }))
  return options && options.length > 0 && options.length <= MAX_OPTIONS ? options : undefined
}

/** A default that its own field would not take is none. */
function withInitial(field: FormField, initial: unknown): FormField {
  const read = Value.safeParse(initial)
  if (!read.success || formTrouble(field, read.data)) return field
  const value: FormValue = read.data
  if (field.type === 'text' || field.type === 'choice') return typeof value === 'string' ? { ...field, initial: value } : field
  if (field.type === 'number') return typeof value === 'number' ? { ...field, initial: value } : field
  if (field.type === 'switch') return typeof value === 'boolean' ? { ...field, initial: value } : field
  return Array.isArray(value) ? { ...field, initial: value } : field
}

const Value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

/**
 * What the server gets: only what it asked for. A field that was not looked at takes the server's own default; one that was emptied is
 * left out.
 */
export function formContent(fields: readonly FormField[], values: Readonly<Record<string, FormValue>>): Record<string, FormValue> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const { name, initial } = field
      const value = Object.hasOwn(values, name) ? values[name] : initial
      const isEmptied =
        value === '' || (Array.isArray(value) && value.length === 0 && field.type === 'choices' && (field.minItems ?? 0) > 0)
      return value === null || value === undefined || isEmptied ? [] : [[name, value]]
    }),
  )
}

/** Words for what must not be asked for in a form; the protocol leaves that to an address. */
const SECRET =
  /pass(word|wd|phrase|code)|secret|api[\s_-]?key|token|credential|private[\s_-]?key|\bpin\b|\bcvv\b|密码|口令|密钥|令牌|验证码/i

export function asksSecret(message: string, fields: readonly FormField[]): boolean {
  return [message, ...fields.flatMap(({ name, title, description }) => [name, title, description])].some((text) => SECRET.test(text))
}
