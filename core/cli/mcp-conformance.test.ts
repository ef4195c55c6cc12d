import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { commands } from './commands.ts'
import { overview } from './help.ts'

/** What a file imports, statically or not. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8')
  return [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, name = '']) => name).toSorted()
}

it('what the conformance suite judges is the product: the client has no protocol of its own', () => {
  const packages = [...importsOf('mcp-conformance.ts'), ...importsOf('conformance-client.ts')].filter((name) => !name.startsWith('.'))
  expect(new Set(packages)).toEqual(new Set(['node:fs/promises', 'node:os', 'node:path', 'zod']))
  expect(importsOf('conformance-client.ts').filter((name) => name.includes('mcp'))).toEqual(['../mcp/index.ts'])
})

it('is in no list of commands', () => {
  expect(commands.some(({ command }) => command === 'mcp-conformance-client')).toBe(true)
  expect(overview(commands, 'en')).not.toContain('conformance')
})
