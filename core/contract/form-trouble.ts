import type { FormField, FormValue } from './form.ts'

// A window reads this file too, and it has no zod.

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
  const length = Array.from(value).length
  if (minLength !== null && length < minLength) return { kind: 'minLength', limit: minLength }
  if (maxLength !== null && length > maxLength) return { kind: 'maxLength', limit: maxLength }
  return format !== null && !FORMATS[format](value) ? { kind: format } : undefined
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i

const FORMATS = {
  email: (text) => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text),
  uri: (text) => /^[a-z][a-z\d+.-]*:\S+$/i.test(text),
  date: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isDay(text),
  'date-time': (text) => TIME.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)),
} as const satisfies Record<string, (text: string) => boolean>

/** Not the thirtieth of February, which a date object makes into a day of March. */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

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
