import { AppError } from '../contract/errors.ts'
import type { ErrorCode } from '../contract/error-texts.ts'
import { shellLineAt } from '../commands/index.ts'
import { asHint, asNames, asText, readFrontmatter, type Frontmatter } from '../frontmatter/index.ts'
import { isKnownTool } from '../permission/index.ts'
import { asFacts, asFlag, asProse, firstParagraph } from './fields.ts'
import { asPatterns } from './for-files.ts'
import { headDiagnostics } from './head-diagnostics.ts'
import { isBadName, isPlainName } from './skill-name.ts'
import type { Diagnostic, SkillText } from './types.ts'

/** Characters; more is read, and cut in the catalogue. */
const MAX_DESCRIPTION = 1_024

/** Characters of a list of names that is shown. */
const MAX_NAMES = 300
/** Names of servers' tools that are looked for. */
const MAX_JUDGED = 200

/** Spellings of one field, the first that stands in the file counts. */
const KEYS = {
  allowedTools: ['allowed_tools', 'allowed-tools', 'tools'],
  disallowedTools: ['disallowed-tools', 'disallowed_tools', 'disallowedTools'],
  noModel: ['disable-model-invocation', 'disable_model_invocation'],
  forUser: ['user-invocable', 'user_invocable'],
  whenToUse: ['when_to_use', 'when-to-use'],
  hint: ['argument-hint', 'argument_hint'],
} as const

/** What the file may say and MewCode does not act on. */
const WITHOUT_EFFECT = ['hooks']
/** They say how an agent of its own runs, and nothing of one that runs in the conversation. */
const OF_FORK = ['fork_context', 'model', 'effort', 'agent']
const KNOWN: ReadonlySet<string> = new Set([
  'name',
  'description',
  'mode',
  'context',
  'arguments',
  'license',
  'compatibility',
  'metadata',
  'version',
  'paths',
  ...WITHOUT_EFFECT,
  ...OF_FORK,
  ...Object.values(KEYS).flat(),
])
/** One of these that cannot be read may have forbidden something. */
const RESTRICTING: readonly string[] = [...KEYS.allowedTools, ...KEYS.disallowedTools, ...KEYS.noModel]

interface Read {
  /** Undefined: broken, and a diagnostic of level `error` says why. */
  readonly text: SkillText | undefined
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Reads a SKILL.md; never throws. `id` is the name of its folder. Of a model that is no usual one, and of tools of servers, it is said
 * that nobody knows them: who knows models and servers drops that.
 */
export function readSkill(bytes: Uint8Array, id: string): Read {
  const read = readFrontmatter(bytes)
  const { values, lines, findings } = read
  const diagnostics = headDiagnostics(findings)
  const say = (level: Diagnostic['level'], code: ErrorCode, params: Readonly<Record<string, string>> = {}, key = ''): void =>
    void diagnostics.push({ level, line: lines[key] ?? 1, problem: new AppError(code, { params: { key, ...params } }) })
  const broken = (): Read => ({ text: undefined, diagnostics })
  if (!read.isText || findings.some(({ code }) => code === 'never_closed')) return broken()
  const written = asText(values['name'])
  const name = written === undefined || written === '' ? id : written
  if (isBadName(name)) {
    say('error', 'skill.bad_name', { name: printable(name) }, 'name')
    return broken()
  }
  const stated = asProse(values['description'])
  const description = stated === '' ? firstParagraph(read.body) : stated
  if (description === '') {
    say('error', 'skill.no_description')
    return broken()
  }
  if (stated === '' && read.hasFence) say('warning', 'skill.description_from_body', {}, 'description')
  if (description.length > MAX_DESCRIPTION) say('warning', 'skill.long_description', { limit: String(MAX_DESCRIPTION) }, 'description')
  if (name !== id) say('warning', 'skill.name_differs', { name, folder: id }, 'name')
  if (!isPlainName(name)) say('warning', 'skill.name_form', { name }, 'name')
  const rest = restOf(read, say)
  const { model = '' } = rest.fork
  if (rest.mode === 'fork' && !USUAL_MODELS.has(model.toLowerCase()))
    say('warning', 'skill.unknown_model', { model: model.slice(0, 100) }, 'model')
  const text = { ...rest, name, description, body: read.body.trim() }
  bodyDiagnostics(read, diagnostics)
  return { text, diagnostics }
}

/** The conversation's own, and roles that every provider fills as it likes. */
const USUAL_MODELS: ReadonlySet<string> = new Set(['', 'inherit', 'haiku', 'sonnet', 'opus'])

type Say = (level: Diagnostic['level'], code: ErrorCode, params?: Readonly<Record<string, string>>, key?: string) => void

function restOf({ values, unread }: Frontmatter, say: Say): Omit<SkillText, 'name' | 'description' | 'body'> {
  const keyOf = (spellings: readonly string[]): string => spellings.find((key) => Object.hasOwn(values, key)) ?? spellings[0] ?? ''
  let isUnsure = unread.some((key) => RESTRICTING.includes(key))
  const names = (spellings: readonly string[]): readonly string[] => {
    const key = keyOf(spellings)
    const value = values[key] ?? []
    const list = asNames(value)
    if (list !== undefined) return list
    isUnsure = true
    say('error', 'skill.bad_value', { used: '[]' }, key)
    return []
  }
  const flag = (spellings: readonly string[], usual: boolean): boolean | undefined => {
    const key = keyOf(spellings)
    const value = values[key]
    if (value === undefined || value === null) return usual
    return asFlag(value)
  }
  const allowedTools = names(KEYS.allowedTools)
  const disallowedTools = names(KEYS.disallowedTools)
  const noModel = flag(KEYS.noModel, false)
  if (noModel === undefined) isUnsure = true
  if (isUnsure) say('error', 'skill.restriction_unread', {}, keyOf(RESTRICTING))
  const named = [...allowedTools, ...disallowedTools].map((tool) => tool.replace(/\(.*$/s, ''))
  const keyOfTools = keyOf(allowedTools.length > 0 ? KEYS.allowedTools : KEYS.disallowedTools)
  const unknown = named.filter((tool) => !isKnownTool(tool))
  if (unknown.length > 0) say('warning', 'skill.unknown_tools', { tools: unknown.join(', ').slice(0, MAX_NAMES) }, keyOfTools)
  const ofServers = named.filter((tool) => /^mcp__[^*]+(?:__|$)/.test(tool))
  if (ofServers.length > 0) say('warning', 'skill.unknown_server_tools', { tools: ofServers.slice(0, MAX_JUDGED).join(', ') }, keyOfTools)
  const keys = Object.keys(values)
  const mode = modeOf(values, say)
  const idle = mode === 'fork' ? WITHOUT_EFFECT : [...WITHOUT_EFFECT, ...OF_FORK]
  for (const key of keys.filter((one) => idle.includes(one))) say('warning', 'skill.without_effect', {}, key)
  const foreign = keys.filter((key) => !KNOWN.has(key))
  if (foreign.length > 0) say('info', 'skill.unknown_keys', { keys: foreign.join(', ') }, foreign[0])
  return {
    allowedTools,
    disallowedTools,
    mode,
    fork: forkOf(values, say),
    whenToUse: asProse(values[keyOf(KEYS.whenToUse)]),
    paths: pathsOf(values, say),
    argumentHint: asHint(values[keyOf(KEYS.hint)]),
    argumentNames: (asNames(values['arguments']) ?? []).filter((one) => /^[A-Za-z_]\w*$/.test(one)),
    isForModel: noModel === false && !isUnsure,
    isForUser: flag(KEYS.forUser, true) !== false,
    license: asProse(values['license']),
    version: asProse(values['version']),
    compatibility: asProse(values['compatibility']),
    metadata: asFacts(values['metadata']),
  }
}

function pathsOf(values: Frontmatter['values'], say: Say): readonly string[] {
  if (values['paths'] === undefined) return []
  const { patterns, unread } = asPatterns(values['paths'])
  if (unread) say('warning', 'skill.bad_value', { used: patterns.length === 0 ? '[]' : patterns.join(', ').slice(0, 200) }, 'paths')
  return patterns
}

function modeOf(values: Frontmatter['values'], say: Say): SkillText['mode'] {
  const key = values['mode'] === undefined ? 'context' : 'mode'
  const word = asText(values[key]) ?? ''
  if (word === 'fork') return 'fork'
  if (word !== '' && word !== 'inline') say('warning', 'skill.bad_value', { used: 'inline' }, key)
  return 'inline'
}

function forkOf(values: Frontmatter['values'], say: Say): SkillText['fork'] {
  const word = asText(values['fork_context']) ?? 'none'
  const context = word === 'recent' || word === 'full' ? word : 'none'
  if (word !== context && word !== '') say('warning', 'skill.bad_value', { used: 'none' }, 'fork_context')
  const named = (key: string): string | undefined => asText(values[key])?.trim() || undefined
  return { context, model: named('model'), effort: named('effort'), agent: named('agent') }
}

/** What runs by being loaded is said. */
function bodyDiagnostics({ body, bodyLine }: Frontmatter, diagnostics: Diagnostic[]): void {
  const index = shellLineAt(body)
  if (index < 0) return
  diagnostics.push({ level: 'info', line: bodyLine + index, problem: new AppError('skill.runs_shell') })
}

function printable(name: string): string {
  return name.slice(0, 80).replaceAll(/[\p{C}\u2028\u2029]/gu, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`)
}
