import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import { openStorage } from './index.ts'
import type { Storage } from './types.ts'

let home: string
let here: Storage
let there: Storage

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'mewcode-tasks-'))
  const open = (): Promise<Storage> =>
    openStorage({ path: join(home, 'mewcode.db'), clock: systemClock, log: { log: () => undefined }, program: 'test' })
  here = await open()
  there = await open()
})
afterEach(async () => {
  await here.close()
  await there.close()
  rmSync(home, { recursive: true })
})

it('what another process does to cards is news once, what it takes away included', () => {
  const projectId = here.projects.open('/p').id
  const card = { projectId, sessionId: null, name: '', subject: 'a', description: '', owner: '', by: 'user' } as const
  const [kept, gone] = [newId(), newId()]
  for (const id of [kept, gone]) here.tasks.create({ ...card, id })
  expect(there.tasks.news()).toEqual([{ projectId, removed: [] }])
  expect(there.tasks.news()).toEqual([])
  expect(here.tasks.remove(gone)).toBe(true)
  expect(there.tasks.news()).toEqual([{ projectId, removed: [gone] }])
  expect(there.tasks.news()).toEqual([])
})
