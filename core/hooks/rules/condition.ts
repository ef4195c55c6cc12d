import type { ShellReader } from '../../permission/index.ts'
import { textsOf } from '../../permission/index.ts'
import type { HookEvent } from '../../contract/hooks.ts'
import { closest } from '../../base/closest.ts'
import { fieldsOf } from '../events.ts'
import type { Atom, Condition, HookFields, Matcher } from '../types.ts'
import type { Findings } from './finding.ts'
import { readMatch, textOf } from './match.ts'
import { valueAt } from './value-at.ts'
import { asFields, needText, warnOfKeys } from './values.ts'

/** What `if` says; undefined: the rule always runs, or something is wrong. */
export function readCondition(value: unknown, { event, found }: { event: HookEvent | undefined; found: Findings }): Condition | undefined {
  if (value === undefined) return undefined
  const fields = asFields(value)
  if (!fields) {
    found.error('hook.value', ['if'], { key: 'if', expected: '{ all_of: […] } | { any_of: […] }' })
    return undefined
  }
  warnOfKeys(fields, ['all_of', 'any_of'], { at: ['if'], found })
  const given = (['all_of', 'any_of'] as const).filter((kind) => fields[kind] !== undefined && !isEmpty(fields[kind]))
  const [kind] = given
  if (given.length > 1) found.error('hook.two_conditions', ['if'])
  if (kind === undefined) found.error('hook.empty_condition', ['if'])
  if (kind === undefined || given.length > 1) return undefined
  const list = fields[kind]
  if (!Array.isArray(list)) {
    found.error('hook.value', ['if', kind], { key: kind, expected: '[{ field: …, match: … }]' })
    return undefined
  }
  return { kind, atoms: list.flatMap((atom, index) => readAtom(atom, { at: ['if', kind, index], event, found }) ?? []) }
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

function readAtom(
  value: unknown,
  { at, event, found }: { at: readonly (string | number)[]; event: HookEvent | undefined; found: Findings },
): Atom | undefined {
  const fields = asFields(value)
  if (!fields) {
    found.error('hook.value', at, { key: 'if', expected: '{ field: …, match: … }' })
    return undefined
  }
  warnOfKeys(fields, ['field', 'match'], { at, found })
  const field = needText(fields, 'field', { at, found })
  const path = field.split('.')
  const known = event === undefined ? [] : fieldsOf(event)
  const [first = ''] = path
  if (event !== undefined && field !== '' && !known.includes(first))
    found.warn('hook.unknown_field', [...at, 'field'], { event, field, near: closest(first, known) })
  const matcher = readMatch(fields['match'], { at: [...at, 'match'], found, field })
  return matcher && { field: path, matcher }
}

/** Judges conditions against one payload; the commands of a line are read once. */
export function createJudge(payload: HookFields, shell: ShellReader): (condition: Condition | undefined) => boolean | Promise<boolean> {
  const texts = new Map<string, string | undefined>()
  const lines = new Map<string, Promise<readonly (readonly string[])[]>>()
  const textAt = (path: readonly string[]): string | undefined => {
    const key = path.join('.')
    if (!texts.has(key)) texts.set(key, textOf(valueAt(payload, path)))
    return texts.get(key)
  }
  const commandsOf = (line: string): Promise<readonly (readonly string[])[]> => {
    const known = lines.get(line) ?? readCommands(line, shell)
    lines.set(line, known)
    return known
  }
  /** Undefined: only its commands tell. A field that is not there is no match, under `not` neither. */
  const judgeText = ({ field, matcher }: Atom): boolean | undefined => {
    const text = textAt(field)
    if (text === undefined) return false
    // A text that takes too long counts as matched: the rule's own program then looks.
    return matcher.onCommands ? undefined : matcher.matches(text) !== false
  }
  const judgeCommands = async ({ field, matcher }: Atom): Promise<boolean> =>
    (await commandsOf(textAt(field) ?? '')).some((forms) => isHit(matcher, forms))

  return (condition) => {
    if (!condition) return true
    const { kind, atoms } = condition
    const decides = kind === 'any_of'
    const open: Atom[] = []
    for (const atom of atoms) {
      const hit = judgeText(atom)
      if (hit === decides) return decides
      if (hit === undefined) open.push(atom)
    }
    if (open.length === 0) return !decides
    return Promise.all(open.map(judgeCommands)).then((hits) => (decides ? hits.includes(true) : !hits.includes(false)))
  }
}

function isHit({ matches, isNegated }: Matcher, forms: readonly string[]): boolean {
  return isNegated ? forms.every((form) => matches(form) !== false) : forms.some((form) => matches(form) !== false)
}

/** Every command of the line in the forms it may be written in, and the whole line where nothing can be read. */
async function readCommands(line: string, shell: ShellReader): Promise<readonly (readonly string[])[]> {
  const { commands } = await shell.read(line)
  const forms = commands.map((command) => textsOf(command).forbidding).filter((texts) => texts.length > 0)
  return forms.length === 0 ? [[line]] : forms
}
