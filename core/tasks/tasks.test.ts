import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TaskStatus } from '../contract/tasks.ts'
import { newId } from '../base/ids.ts'
import { systemClock } from '../base/clock.ts'
import { openStorage } from '../storage/index.ts'
import type { Storage } from '../storage/types.ts'
import { mayBecome } from './states.ts'
import { createTasks, type Tasks } from './tasks.ts'

let storage: Storage
let tasks: Tasks
let projectId: string

beforeEach(async () => {
  storage = await openStorage({ path: ':memory:', clock: systemClock, log: { log: () => undefined }, program: 'test' })
  projectId = storage.projects.open('/p').id
  tasks = createTasks({ rows: storage.tasks, onChange: () => undefined, onRemove: () => undefined })
})
afterEach(() => storage.close())

const card = (subject: string): string =>
  tasks.create({ id: newId(), projectId, sessionId: null, name: '', subject, description: '', owner: '', by: 'user' }).id

it('lets no card leave a final state but by a new run, and nobody at work be run twice', () => {
  const states = TaskStatus.options
  const left = states.flatMap((from) => states.filter((to) => mayBecome(from, to, { isNewRun: false })).map((to) => `${from} ${to}`))
  expect(left.filter((one) => /^(completed|failed|cancelled) /.test(one))).toEqual([])
  expect(states.filter((from) => mayBecome(from, 'queued', { isNewRun: true }))).toEqual([
    'todo',
    'completed',
    'failed',
    'cancelled',
    'interrupted',
  ])
  expect(states.filter((from) => mayBecome(from, 'running', { isNewRun: true }))).toEqual([])
})

it('writes every change to the journal and refuses the others', () => {
  const id = card('a')
  tasks.move(id, 'completed', { by: 'user' })
  expect(() => tasks.move(id, 'cancelled', { by: 'agent' })).toThrow(expect.objectContaining({ code: 'task.not_possible' }))
  expect(tasks.journal(id).map(({ was, became, by }) => [was, became, by])).toEqual([
    ['', 'todo', 'user'],
    ['todo', 'completed', 'user'],
  ])
})

describe('cards that wait for each other', () => {
  it('never close a circle, which is named', () => {
    const [a, b, c] = [card('first'), card('second'), card('third')]
    tasks.block(b, [a])
    tasks.block(c, [b])
    expect(() => tasks.block(a, [c])).toThrow(
      expect.objectContaining({ code: 'task.circle', params: { path: 'first → third → second → first' } }),
    )
    expect(() => tasks.block(a, [a])).toThrow(expect.objectContaining({ code: 'task.circle' }))
    expect(tasks.get(a)?.blockedBy).toEqual([])
  })

  it('get new ones in place of the old, and keep the old where the new would close a circle', () => {
    const [a, b, c] = [card('a'), card('b'), card('c')]
    tasks.block(c, [a])
    tasks.setBlockers(c, [b])
    expect(tasks.get(c)?.blockedBy).toEqual([{ id: b, state: 'open' }])
    expect(() => tasks.setBlockers(b, [a, c])).toThrow(expect.objectContaining({ code: 'task.circle' }))
    expect(() => tasks.setBlockers(c, [c])).toThrow(expect.objectContaining({ code: 'task.circle' }))
    expect([tasks.get(b)?.blockedBy, tasks.get(c)?.blockedBy]).toEqual([[], [{ id: b, state: 'open' }]])
    tasks.setBlockers(c, [])
    expect(tasks.get(c)?.blockedBy).toEqual([])
  })

  it('say what they still wait for: open, done, or gone', () => {
    const [a, b, c] = [card('a'), card('b'), card('c')]
    tasks.block(c, [a, b, 'vanished'])
    tasks.move(a, 'completed', { by: 'user' })
    tasks.move(b, 'cancelled', { by: 'user' })
    const states = Object.fromEntries(tasks.get(c)?.blockedBy.map(({ id, state }) => [id, state]) ?? [])
    expect(states).toEqual({ [a]: 'done', [b]: 'gone', vanished: 'gone' })
    expect(tasks.get(a)?.blocks).toEqual([c])
  })
})

it('is taken by one of those who want it', () => {
  const id = card('a')
  const won = Array.from({ length: 20 }, (_, index) => `worker ${index}`).filter((owner) => {
    try {
      tasks.claim(id, owner)
      return true
    } catch {
      return false
    }
  })
  expect([won.length, tasks.get(id)?.owner]).toEqual([1, won[0]])
})

it('finds a card by name, by the beginning of its id, and says what comes nearest', () => {
  const id = tasks.create({
    id: newId(),
    projectId,
    sessionId: null,
    name: 'scout',
    subject: 's',
    description: '',
    owner: '',
    by: 'user',
  }).id
  const place = { projectId }
  expect([tasks.find('SCOUT', place).id, tasks.find(id.slice(0, 20), place).id]).toEqual([id, id])
  expect(() => tasks.find('scuot', place)).toThrow(
    expect.objectContaining({ code: 'task.not_found_near', params: { id: 'scuot', near: 'scout' } }),
  )
  expect(() => tasks.find('scout', { projectId: 'other' })).toThrow(expect.objectContaining({ code: 'task.not_found' }))
})
