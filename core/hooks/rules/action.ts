import type { HookAction, ShellName } from '../types.ts'
import { choices, type Findings } from './finding.ts'
import { asFields, asText, needText, readTexts, warnOfKeys, type Fields } from './values.ts'

const TYPES = ['shell', 'prompt', 'http', 'subagent'] as const
const SHELLS = ['sh', 'bash', 'powershell', 'cmd'] as const satisfies readonly ShellName[]
const METHOD = /^[A-Za-z]{1,20}$/
const HEADER = /^[!#$%&'*+.^_`|~\w-]{1,200}$/

/** What `action` says; undefined once something is wrong with it. */
export function readAction(value: unknown, found: Findings): HookAction | undefined {
  const fields = asFields(value)
  if (!fields) {
    if (value === undefined) found.error('hook.missing', [], { key: 'action' })
    else found.error('hook.value', ['action'], { key: 'action', expected: '{ type: …, … }' })
    return undefined
  }
  const place = { at: ['action'], found }
  const type = needText(fields, 'type', place)
  switch (type) {
    case '':
      return undefined
    case 'shell':
      return readShell(fields, found)
    case 'prompt':
      warnOfKeys(fields, ['type', 'text'], place)
      return { type, text: needText(fields, 'text', place) }
    case 'http':
      return readHttp(fields, found)
    case 'subagent':
      warnOfKeys(fields, ['type', 'agent_name', 'prompt'], place)
      return { type, agentName: needText(fields, 'agent_name', place), prompt: needText(fields, 'prompt', place) }
    default:
      found.error('hook.unknown_action', ['action', 'type'], choices(type, TYPES))
      return undefined
  }
}

function readShell(fields: Fields, found: Findings): HookAction {
  const at = ['action']
  warnOfKeys(fields, ['type', 'command', 'args', 'shell'], { at, found })
  const given = readTexts(fields['args'])
  if (fields['args'] !== undefined && !given) found.error('hook.value', ['action', 'args'], { key: 'args', expected: '[text, …]' })
  const shell = asText(fields['shell'])
  const known = SHELLS.find((name) => name === shell)
  if (fields['shell'] !== undefined && !known)
    found.error('hook.value', ['action', 'shell'], { key: 'shell', expected: SHELLS.join(' | ') })
  if (given && given.length > 0) {
    const program = asText(fields['command'])
    // Beside `args` the command is the program.
    return { type: 'shell', command: undefined, args: program === undefined ? given : [program, ...given], shell: undefined }
  }
  return { type: 'shell', command: needText(fields, 'command', { at, found }), args: undefined, shell: known }
}

function readHttp(fields: Fields, found: Findings): HookAction {
  const at = ['action']
  warnOfKeys(fields, ['type', 'url', 'method', 'headers', 'body', 'allowed_env'], { at, found })
  const url = needText(fields, 'url', { at, found })
  const parsed = URL.parse(url)
  if (url !== '' && (!parsed || !/^https?:$/.test(parsed.protocol))) found.error('hook.bad_url', ['action', 'url'], { value: url })
  const method = asText(fields['method']) ?? 'POST'
  if (!METHOD.test(method)) found.error('hook.value', ['action', 'method'], { key: 'method', expected: 'POST, PUT …' })
  const allowedEnv = fields['allowed_env'] === undefined ? [] : readTexts(fields['allowed_env'])
  if (!allowedEnv) found.error('hook.value', ['action', 'allowed_env'], { key: 'allowed_env', expected: '[NAME, …]' })
  return {
    type: 'http',
    url,
    method: method.toUpperCase(),
    headers: readHeaders(fields['headers'], found),
    body: asText(fields['body']) ?? '',
    allowedEnv: allowedEnv ?? [],
  }
}

function readHeaders(value: unknown, found: Findings): Readonly<Record<string, string>> {
  if (value === undefined) return {}
  const fields = asFields(value)
  const headers: Record<string, string> = {}
  for (const [name, one] of Object.entries(fields ?? {})) {
    const text = asText(one)
    if (text !== undefined && HEADER.test(name) && !/[\r\n\0]/.test(text)) headers[name] = text
    else found.error('hook.value', ['action', 'headers', name], { key: `headers.${name}`, expected: 'Name: one line' })
  }
  if (!fields) found.error('hook.value', ['action', 'headers'], { key: 'headers', expected: '{ Name: text }' })
  return headers
}
