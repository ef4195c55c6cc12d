import type { ErrorCode } from '../contract/error-texts.ts'
import { AppError } from '../contract/errors.ts'
import { asNames, asText, readFrontmatter, type Frontmatter } from '../frontmatter/index.ts'
import { headProblem } from './head-problem.ts'
import { readRemote } from './read-remote.ts'
import { readTools } from './read-tools.ts'
import { readMode, readModel, asFlag, asMs, asTurns } from './read-values.ts'
import type { AgentText, Diagnostic } from './types.ts'

const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,31}$/

/** Texts that go with the definition's own. */
const MAX_SKILLS = 5

/** What the file may say and MewCode does not act on. */
const WITHOUT_EFFECT = ['hooks', 'mcpServers', 'mcp-servers', 'handoffs', 'initialPrompt', 'temperature']
const KNOWN: ReadonlySet<string> = new Set([
  ...['name', 'description', 'tools', 'disallowedTools', 'disallowed_tools', 'disallowed-tools', 'model', 'maxTurns', 'max_turns', 'steps'],
  ...[
    'permissionMode',
    'permission_mode',
    'autoApprove',
    'background',
    'is_background',
    'isolation',
    'readonly',
    'memory',
    'skills',
    'effort',
    'color',
    'timeout',
  ],
  ...[
    'timeout_mins',
    'mode',
    'permission',
    'target',
    'kind',
    'agent_card_url',
    'auth',
    'argument-hint',
    'version',
    'license',
    'metadata',
    ...WITHOUT_EFFECT,
  ],
])
/** One of these that cannot be read may have forbidden something. */
const RESTRICTING = [
  'tools',
  'disallowedTools',
  'disallowed_tools',
  'disallowed-tools',
  'permissionMode',
  'permission_mode',
  'permission',
  'readonly',
  'auth',
]

interface Read {
  /** Undefined: broken, and a diagnostic of level `error` says why. */
  readonly text: AgentText | undefined
  readonly diagnostics: readonly Diagnostic[]
}

export type Say = (level: Diagnostic['level'], code: ErrorCode, params?: Readonly<Record<string, string>>, key?: string) => void

/** Reads an agent's file; never throws. `fileName` names it where the file itself does not. */
export function readDefinition(
  bytes: Uint8Array,
  { fileName, knowsModel }: { fileName: string; knowsModel: (id: string) => boolean },
): Read {
  const head = readFrontmatter(bytes)
  const { values, lines, findings, unread } = head
  const diagnostics: Diagnostic[] = findings.map(headProblem)
  let isBroken = !head.isText || findings.some(({ code }) => code === 'never_closed')
  const say: Say = (level, code, params = {}, key = '') => {
    if (level === 'error') isBroken = true
    diagnostics.push({ level, line: lines[key] ?? 1, problem: new AppError(code, { params: { key, ...params } }) })
  }
  if (isBroken) return { text: undefined, diagnostics }
  const name = nameOf(head, fileName, say)
  const description = textOf(values['description']).trim()
  if (description === '') say('error', 'agent.no_description', {}, 'description')
  const lost = unread.find((key) => RESTRICTING.includes(key))
  if (lost !== undefined) say('error', 'agent.restriction_unread', {}, lost)
  const remote = readRemote(values, name, say)
  const text: AgentText = {
    name,
    description,
    ...readTools(values, say),
    model: readModel(values, { knowsModel, say }),
    permissionMode: readMode(values, say),
    maxTurns: asTurns(values['maxTurns'] ?? values['max_turns'] ?? values['steps']),
    autoApprove: asFlag(values['autoApprove']),
    background: asFlag(values['background'] ?? values['is_background']),
    isIsolated: asText(values['isolation']) === 'worktree',
    isReadOnly: asFlag(values['readonly']),
    memory: asFlag(values['memory']) || ['user', 'project', 'local'].includes(asText(values['memory']) ?? ''),
    skills: (asNames(values['skills']) ?? []).slice(0, MAX_SKILLS),
    effort: asText(values['effort']) ?? null,
    color: (asText(values['color']) ?? '').slice(0, 40),
    timeoutMs: asMs(values['timeout'], values['timeout_mins']),
    prompt: head.body.trim(),
    remote,
  }
  if (text.prompt === '' && !remote) say('warning', 'agent.no_prompt')
  const keys = Object.keys(values)
  for (const key of keys.filter((one) => WITHOUT_EFFECT.includes(one))) say('warning', 'agent.without_effect', {}, key)
  const foreign = keys.filter((key) => !KNOWN.has(key))
  if (foreign.length > 0) say('info', 'agent.unknown_keys', { keys: foreign.join(', ') }, foreign[0])
  return { text: isBroken ? undefined : text, diagnostics }
}

/** Some products name an agent by its file; there a description and a sign of theirs tell it from a page of documentation. */
function nameOf({ values }: Frontmatter, fileName: string, say: Say): string {
  const written = asText(values['name']) ?? ''
  const fromFile = fileName.replace(/(\.agent|\.chatmode)?\.md$/i, '')
  const isNamedByFile = /\.agent\.md$/i.test(fileName) || ['mode', 'permission', 'tools', 'model'].some((key) => Object.hasOwn(values, key))
  if (written === '' && !isNamedByFile) {
    say('error', 'agent.no_name')
    return fromFile
  }
  if (written === '') say('info', 'agent.name_from_file', { name: fromFile })
  const name = written === '' ? fromFile : written
  if (NAME.test(name)) return name
  const slug = name
    .replaceAll(/[^A-Za-z0-9_]+/g, '-')
    .replace(/^[^A-Za-z]+/, '')
    .replace(/-$/, '')
    .slice(0, 32)
  say('error', 'agent.bad_name', { name: printable(name), better: NAME.test(slug) ? slug : 'my-agent' }, 'name')
  return printable(name)
}

/** Prose; a list is read as its lines. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.flatMap((item) => asText(item) ?? []).join(' ')
  // Generators write line ends as the two characters they are in JSON.
  return (asText(value) ?? '').replaceAll(String.raw`\n`, '\n')
}

function printable(name: string): string {
  return name.slice(0, 80).replaceAll(/[\p{C}\u2028\u2029]/gu, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`)
}
