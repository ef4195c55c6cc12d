import { canonicalJson } from '../../base/canonical-json.ts'
import { commandGlob, pathGlob } from '../../permission/index.ts'
import type { Matcher } from '../types.ts'
import { choices, type At, type Findings } from './finding.ts'
import { readRegex } from './regex.ts'
import { asFields, asText, needText, readTexts, warnOfKeys, type Fields } from './values.ts'

const TYPES = ['exact', 'regex', 'glob', 'command_glob', 'not', 'in'] as const

/** `not` in `not` in `not` … is a mistake at some depth. */
const MAX_DEPTH = 20

interface Place {
  readonly at: At
  readonly found: Findings
  /** As the file writes it. */
  readonly field: string
}

/** What `match` says; undefined once something is wrong with it. */
export function readMatch(value: unknown, place: Place, depth = 0): Matcher | undefined {
  const { at, found } = place
  const fields = asFields(value)
  if (!fields) {
    if (value === undefined) found.error('hook.missing', at.slice(0, -1), { key: 'match' })
    else found.error('hook.value', at, { key: 'match', expected: '{ type: …, value: … }' })
    return undefined
  }
  warnOfKeys(fields, ['type', 'value', 'values', 'inner'], place)
  const type = needText(fields, 'type', place)
  if (type === '') return undefined
  switch (type) {
    case 'exact': {
      const wanted = needText(fields, 'value', place)
      return textMatcher((text) => text === wanted)
    }
    case 'in':
      return readIn(fields, place)
    case 'regex':
      return readExpression(fields, place)
    case 'glob':
      return readGlob(fields, place)
    case 'command_glob': {
      const { matches } = commandGlob(needText(fields, 'value', place))
      return { matches, onCommands: true, isNegated: false }
    }
    case 'not':
      return readNot(fields, place, depth)
    default:
      found.error('hook.unknown_match', [...at, 'type'], choices(type, TYPES))
      return undefined
  }
}

function readIn(fields: Fields, { at, found }: Place): Matcher | undefined {
  const key = fields['values'] === undefined ? 'value' : 'values'
  const wanted = readTexts(fields[key])
  if (wanted && wanted.length > 0) return textMatcher((text) => wanted.includes(text))
  found.error('hook.value', [...at, key], { key, expected: '[text, …]' })
  return undefined
}

function readExpression(fields: Fields, place: Place): Matcher | undefined {
  const source = needText(fields, 'value', place)
  if (source === '') return undefined
  try {
    return textMatcher(readRegex(source))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    place.found.error('hook.bad_regex', [...place.at, 'value'], { value: source, detail: error.message.replace(/^.*: /s, '') })
    return undefined
  }
}

function readGlob(fields: Fields, place: Place): Matcher | undefined {
  const glob = needText(fields, 'value', place)
  if (glob === '') return undefined
  if (/(^|\.)(command|cmd)$/.test(place.field)) {
    place.found.error('hook.glob_on_command', [...place.at, 'type'], { field: place.field })
    return undefined
  }
  const matches = pathGlob(glob)
  const base = glob.includes('/') ? undefined : pathGlob(`**/${glob}`)
  // `*.ts` is meant of a file wherever it lies, `src/**` also of an absolute path that ends so.
  const anywhere = glob.startsWith('/') || glob.startsWith('**') ? undefined : (base ?? pathGlob(`/**/${glob}`))
  return textMatcher((text) => {
    const answers = [matches(text), anywhere ? anywhere(text) : false]
    return answers.includes(true) || (answers.includes(undefined) ? undefined : false)
  })
}

function readNot(fields: Fields, place: Place, depth: number): Matcher | undefined {
  const { at, found } = place
  if (fields['inner'] === undefined) {
    found.error('hook.missing', at, { key: 'inner' })
    return undefined
  }
  if (depth >= MAX_DEPTH) {
    found.error('hook.value', at, { key: 'inner', expected: `≤ ${MAX_DEPTH} × not` })
    return undefined
  }
  const inner = readMatch(fields['inner'], { ...place, at: [...at, 'inner'] }, depth + 1)
  if (!inner) return undefined
  const { matches, onCommands, isNegated } = inner
  return {
    matches(text) {
      const isInner = matches(text)
      return isInner === undefined ? undefined : !isInner
    },
    onCommands,
    isNegated: !isNegated,
  }
}

function textMatcher(matches: Matcher['matches']): Matcher {
  return { matches, onCommands: false, isNegated: false }
}

/** The text that a value is compared as; undefined where there is none. */
export function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  return asText(value) ?? canonicalJson(value)
}
