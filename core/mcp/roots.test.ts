import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { connectCore, mcpFixture, mcpYaml, type ConnectedCore } from '../testing/index.ts'

const place = mkdtempSync(join(tmpdir(), 'mewcode-mcp-roots-'))
let core: ConnectedCore
afterEach(async () => {
  await core.close()
  rmSync(place, { recursive: true, force: true })
})

it('a server that may know the folders is told when they change, one that may not is told nothing', async () => {
  const traceOf = (name: string): string => join(place, `${name}.jsonl`)
  const asker = (name: string) => mcpFixture('12-server-asks-client', { FAKE_LOG: traceOf(name) })
  core = await connectCore({ providerYaml: mcpYaml({ knows: { ...asker('knows'), roots: true }, other: asker('other') }) })
  const told = (name: string): number => readFileSync(traceOf(name), 'utf8').split('notifications/roots/list_changed').length - 1
  await core.rpc.mcp.status({})
  mkdirSync(join(place, 'beside'))
  await core.rpc.permissions.addFolder({ path: join(place, 'beside'), to: 'user' })
  await expect.poll(() => told('knows')).toBe(1)
  await core.rpc.permissions.add({ effect: 'allow', rule: 'Bash(ls)', to: 'user' })
  await core.rpc.permissions.removeFolder({ path: join(place, 'beside'), from: 'user' })
  await expect.poll(() => told('knows')).toBe(2)
  expect(told('other')).toBe(0)
})
