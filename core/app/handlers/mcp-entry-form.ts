import { z } from 'zod'
import type { McpEntryForm } from '../../contract/mcp-install.ts'
import { withoutShapes } from '../../credentials/index.ts'

const Word = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const Words = z.record(z.string(), Word)
const Entry = z.object({
  type: z.enum(['stdio', 'http', 'sse']).catch('stdio'),
  command: z.string().catch(''),
  args: z.array(Word).catch([]),
  cwd: z.string().catch(''),
  env: Words.catch({}),
  url: z.string().catch(''),
  headers: Words.catch({}),
})

/** An entry as a form shows it: what may be a key stays behind. */
export function formOf(entry: Readonly<Record<string, unknown>>): McpEntryForm {
  const { env, headers, ...plain } = Entry.parse(entry)
  return { ...plain, env: withoutKeys(env), headers: withoutKeys(headers) }
}

/** The keys of the entry a form stands for; those of the other transport go. */
export function changesOf({ type, command, args, cwd, env, url, headers }: McpEntryForm): Record<string, unknown> {
  const orGone = <T>(value: T, isEmpty: boolean): T | undefined => (isEmpty ? undefined : value)
  const isProgram = type === 'stdio'
  return {
    type,
    command: orGone(command, !isProgram),
    args: orGone(args, !isProgram || args.length === 0),
    cwd: orGone(cwd, !isProgram || cwd === ''),
    env: orGone(env, !isProgram || Object.keys(env).length === 0),
    url: orGone(url, isProgram),
    headers: orGone(headers, isProgram || Object.keys(headers).length === 0),
  }
}

/** References and short switches are shown; a literal value is as likely a key as not. */
function withoutKeys(values: Readonly<Record<string, string>>): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const isReference = value.includes('${') || value.startsWith('keychain:')
      return [key, isReference || (value.length < 12 && withoutShapes(value) === value) ? value : null]
    }),
  )
}

/** The entry as it will be. What stays as it is in the file was right there already, and stands here as nothing. */
export function changed(entry: Readonly<Record<string, unknown>>, changes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = Object.entries({ ...entry, ...changes }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(kept.map(([key, value]) => [key, isMapping(value) ? withTexts(value) : value]))
}

function withTexts(values: object): object {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value ?? '']))
}

function isMapping(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
