import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConnectedCore } from './connect-core.ts'

type Json = Readonly<Record<string, unknown>>

/** The request is an agent's whose prompt holds the word. */
export function isChild(body: Json, word = 'CHILD-JOB'): boolean {
  const [first] = Array.isArray(body['messages']) ? body['messages'] : []
  return JSON.stringify(first ?? '').includes(word)
}

/** The text of the newest result in a request. */
export function lastResult(body: Json): string {
  const messages: { content: { type: string; content?: { text?: string }[] | string }[] }[] = JSON.parse(JSON.stringify(body['messages']))
  const results = messages.flatMap(({ content }) => (Array.isArray(content) ? content : [])).filter(({ type }) => type === 'tool_result')
  const content = results.at(-1)?.content
  return typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('')
}

/** A definition of the person's own. */
export function define(core: ConnectedCore, name: string, text: string): void {
  const folder = join(core.platform.paths.home, 'agents')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.md`), text)
}

export function reader(core: ConnectedCore): void {
  define(core, 'reader', '---\nname: reader\ndescription: reads only\ntools: [read_file]\npermissionMode: acceptEdits\n---\nYou read.\n')
}
