import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { systemClock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import { openStorage } from '../storage/index.ts'
import { startChild } from '../testing/child-process.ts'

it('gives each card to one of twenty workers in four processes', { timeout: 90_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mewcode-claims-'))
  const path = join(folder, 'mewcode.db')
  const storage = await openStorage({ path, clock: systemClock, log: { log: () => undefined }, program: 'test' })
  const projectId = storage.projects.open('/p').id
  const base = { projectId, sessionId: null, name: '', subject: 's', description: '', owner: '', by: 'user' } as const
  const cards = Array.from({ length: 40 }, () => storage.tasks.create({ ...base, id: newId() }).id)
  const children = [0, 1, 2, 3].map((index) => {
    const workers = Array.from({ length: 5 }, (_, worker) => `${index}:${worker}`)
    return startChild('./claim-child.ts', [path, workers.join(), ...cards])
  })
  for (const { lines } of children) expect((await lines.next()).value).toBe('ready')
  for (const { child } of children) child.stdin.write('go\n')
  const won: string[] = []
  for (const { lines } of children) won.push(...JSON.parse((await lines.next()).value))
  expect(won.toSorted()).toEqual(cards.map((card) => `${card} ${storage.tasks.get(card)?.owner}`).toSorted())
  for (const child of children) await child.kill()
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})
