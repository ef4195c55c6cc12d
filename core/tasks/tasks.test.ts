import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noUsage } from '../contract/fold.ts'
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
let nowMs: number

beforeEach(async () => {
  nowMs = 1
  storage = await openStorage({
    path: ':memory:',
    clock: { ...systemClock, now: () => nowMs },
    log: { log: () => undefined },
    program: 'test',
  })
  projectId = storage.projects.open('/p').id
  tasks = createTasks({ rows: storage.tasks, onChange: () => undefined, onRemove: () => undefined })
})
afterEach(() => storage.close())

const card = (subject: string): string =>
  tasks.create({ id: newId(), projectId, sessionId: null, name: '', subject, description: '', owner: '', by: 'user' }).id

it('lets no card leave a final state but by a new run, and nobody at work be run twice', () => {
  const states = TaskStatus.options
  const left = states.flatMap((from) =>
    states.filter((to) => mayBecome(from, to, { isNewRun: false, hasRun: true })).map((to) => `${from} ${to}`),
  )
  expect(left.filter((one) => /^(completed|failed|cancelled) /.test(one))).toEqual([])
  expect(states.filter((from) => mayBecome(from, 'queued', { isNewRun: true, hasRun: true }))).toEqual([
    'todo',
    'completed',
    'failed',
    'cancelled',
    'interrupted',
  ])
  expect(states.filter((from) => mayBecome(from, 'running', { isNewRun: true, hasRun: true }))).toEqual([])
  expect(states.filter((from) => mayBecome(from, 'todo', { isNewRun: false, hasRun: false }))).toEqual(['completed', 'cancelled'])
})

it('writes every change to the journal and refuses the others', () => {
  const id = card('a')
  tasks.move(id, 'completed', { by: 'user' })
  expect(() => tasks.move(id, 'cancelled', { by: 'agent' })).toThrow(expect.objectContaining({ code: 'task.not_possible' }))
  // Judged by what another process has changed since.
  expect(storage.tasks.move(id, { from: 'todo', to: 'cancelled', by: 'agent', reason: '' })).toBe(false)
  expect(tasks.journal(id).map(({ was, became, by }) => [was, became, by])).toEqual([
    ['', 'todo', 'user'],
    ['todo', 'completed', 'user'],
  ])
})

it('hears nothing more of a run that has ended', () => {
  const id = newId()
  const end = { result: '', outputFile: null, error: null, startedAt: null, endedAt: null, stoppedBy: null, worktree: null }
  const how = { agent: 'a', model: 'm', modelFrom: 'parent' as const, isBackground: true, toolCallId: '', waitingFor: null }
  const run = { ...how, ...end, steps: 0, toolCount: 0, usage: noUsage, todos: null, lastActivity: null }
  tasks.create({ id, projectId, sessionId: null, name: '', subject: 'a', description: '', owner: '', by: 'user', run })
  tasks.note(id, { steps: 1 })
  tasks.move(id, 'running', { by: 'system' })
  tasks.note(id, { steps: 2 })
  tasks.move(id, 'completed', { by: 'system', facts: { result: 'done' } })
  tasks.note(id, { steps: 3, result: 'late' })
  expect(tasks.get(id)?.facts).toMatchObject({ steps: 2, result: 'done' })
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

  it('count as changed when what they wait for ends, is stopped or goes on', () => {
    const [blocker, waiting] = [card('first'), card('second')]
    tasks.block(waiting, [blocker])
    const changedSince = (since: number) => tasks.list({ projectId, since, limit: 10 }).some(({ id }) => id === waiting)
    const seen = () => tasks.get(waiting)?.blockedBy.map(({ state }) => state)
    nowMs += 10
    tasks.move(blocker, 'cancelled', { by: 'user' })
    expect([changedSince(nowMs), seen()]).toEqual([true, ['gone']])
    nowMs += 10
    expect(changedSince(nowMs)).toBe(false)
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

  it('begin by themselves once all of that is done, and never where one is gone', () => {
    const [a, b, c] = [card('a'), card('b'), card('c')]
    tasks.block(b, [a])
    tasks.block(c, [a, 'vanished'])
    for (const id of [b, c]) tasks.setPlan(id, { agent: 'general-purpose', model: undefined, worktree: false })
    expect(tasks.ready()).toEqual([])
    tasks.move(a, 'completed', { by: 'user' })
    expect(tasks.ready().map(({ id }) => id)).toEqual([b])
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
  expect(() => tasks.find('____', place)).toThrow(expect.objectContaining({ code: 'task.not_found_near' }))
  expect(() => tasks.find('scout', { projectId: 'other' })).toThrow(expect.objectContaining({ code: 'task.not_found' }))
})

it('does not guess which card is meant, but the own one of a conversation comes first', () => {
  const mine = storage.sessions.create({ projectId, title: '', provider: 'p', model: 'm', mode: 'default' }).id
  const other = storage.sessions.create({ projectId, title: '', provider: 'p', model: 'm', mode: 'default' }).id
  const named = { projectId, name: 'scout', subject: 's', description: '', owner: '', by: 'agent' } as const
  const [first, second] = [mine, other].map((sessionId) => tasks.create({ ...named, id: newId(), sessionId }).id)
  expect([tasks.find('scout', { projectId, sessionId: mine }).id, tasks.named(other, 'SCOUT')]).toEqual([first, second])
  for (const which of ['scout', first?.slice(0, 4) ?? ''])
    expect(() => tasks.find(which, { projectId })).toThrow(
      expect.objectContaining({ code: 'task.ambiguous', params: { id: which, cards: `${second} (s), ${first} (s)` } }),
    )
})
