import type { FormField, FormValue } from '../../../../core/contract/form.ts'
import { formTrouble, type FormTrouble } from '../../../../core/contract/form-trouble.ts'

/** What stands in a form while it is filled in: numbers as they are typed. */
export type FormDraft = Record<string, string | boolean | string[]>

export function draftOf(fields: readonly FormField[]): FormDraft {
  return Object.fromEntries(fields.map((field) => [field.name, firstValue(field)]))
}

function firstValue(field: FormField): FormDraft[string] {
  if (field.type === 'switch') return field.initial ?? false
  if (field.type === 'choices') return [...(field.initial ?? [])]
  return field.initial === null ? '' : String(field.initial)
}

/** The values that are sent; what was typed as a number and is none stays a text, which no field takes. */
export function valuesOf(fields: readonly FormField[], draft: FormDraft): Record<string, FormValue> {
  return Object.fromEntries(
    fields.map(({ name, type }) => {
      const value = draft[name] ?? ''
      const number = type === 'number' && typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
      return [name, Number.isNaN(number) ? value : number]
    }),
  )
}

export function troublesOf(fields: readonly FormField[], draft: FormDraft): ReadonlyMap<string, FormTrouble> {
  const values = valuesOf(fields, draft)
  return new Map(
    fields.flatMap((field) => {
      const trouble = formTrouble(field, values[field.name])
      return trouble ? [[field.name, trouble] as const] : []
    }),
  )
}
