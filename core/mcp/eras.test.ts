import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectCore, mcpFixture, mcpYaml, type ConnectedCore } from '../testing/index.ts'

let core: ConnectedCore
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mewcode-mcp-eras-'))
})
afterEach(async () => {
  await core.close()
  rmSync(folder, { recursive: true, force: true })
})

/** How often each was started, and the first thing each process was asked. */
function starts(name: string): string[] {
  const file = join(folder, name)
  const lines: { pid: number; in?: string }[] = existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : []
  return [...new Set(lines.map(({ pid }) => pid))].map((one) => lines.find(({ pid }) => pid === one)?.in ?? '')
}

const fake = (name: string, mode: string, more: Record<string, unknown> = {}) => ({
  ...mcpFixture('11-modern-2026', { MODE: mode, FAKE_LOG: join(folder, name) }),
  ...more,
})

it('a server of unknown age is greeted in the older way; what it speaks is kept, so that the next start needs one process', async () => {
  core = await connectCore({
    providerYaml: mcpYaml({
      dual: fake('dual', 'dual'),
      modern: fake('modern', 'modern'),
      silent: fake('silent', 'silent-probe'),
      told: fake('told', 'modern', { era: 'modern' }),
      wrong: fake('wrong', 'err', { era: 'modern' }),
      old: fake('old', 'modern', { era: 'legacy' }),
    }),
  })
  const states = async (at: Pick<ConnectedCore, 'rpc'>) =>
    (await at.rpc.mcp.status({})).map(({ name, state, protocolVersion }) => `${name} ${state} ${protocolVersion}`)
  const expected = [
    'dual ready 2025-11-25',
    'modern ready 2026-07-28',
    'old failed null',
    'silent ready 2025-11-25',
    'told ready 2026-07-28',
    'wrong failed null',
  ]
  expect(await states(core)).toEqual(expected)
  expect(starts('dual')).toEqual(['initialize'])
  expect(starts('modern')).toEqual(['initialize', 'server/discover'])
  // Silence to the newer question would have cost its whole time.
  expect(starts('silent')).toEqual(['initialize'])
  expect(starts('told')).toEqual(['server/discover'])
  await core.core.close()

  const later = await core.restart()
  expect(await states(later)).toEqual(expected)
  expect(starts('modern').slice(2)).toEqual(['server/discover'])
})
