import { expect, test } from 'vitest'
import type { FormField } from './form.ts'
import { formTrouble } from './form-trouble.ts'

const named = { name: 'f', title: 'f', description: '', required: false }
const text = (format: Extract<FormField, { type: 'text' }>['format']): FormField => ({
  type: 'text',
  ...named,
  format,
  minLength: null,
  maxLength: null,
  initial: null,
})

test.each([
  ['email', 'a@b.example', true],
  ['email', 'a@b', false],
  ['email', 'a b@c.example', false],
  ['uri', 'https://a.example/x?y', true],
  ['uri', 'urn:isbn:1', true],
  ['uri', 'a.example', false],
  ['date', '2028-02-29', true],
  ['date', '2027-02-29', false],
  ['date', '2027-2-9', false],
  ['date-time', '2027-02-09T10:00:00Z', true],
  ['date-time', '2027-02-09T10:00:00.5+02:00', true],
  ['date-time', '2027-02-30T10:00:00Z', false],
  ['date-time', '2027-02-09T25:00:00Z', false],
  ['date-time', '2027-02-09', false],
] as const)('%s: %s', (format, value, isRight) => {
  expect(formTrouble(text(format), value)).toEqual(isRight ? undefined : { kind: format })
})
