import { expect, it } from 'vitest'
import { systemClock } from '../base/clock.ts'
import type { Message, SummaryMessage } from '../contract/messages.ts'
import { openStorage } from './index.ts'

const base = { turnId: 't', createdAt: 0 }
const prompt = (id: string): Message => ({ ...base, id, role: 'user', text: id, attachments: [], reminders: [] })
const summary = (id: string, keptFrom: string | null): SummaryMessage => ({
  ...base,
  id,
  role: 'summary',
  text: id,
  attached: [],
  keptFrom,
  trigger: 'asked',
  beforeTokens: 2,
  afterTokens: 1,
})

it('reads the open epoch from what the newest summary kept on, and all where there is none', async () => {
  const storage = await openStorage({
    path: ':memory:',
    clock: systemClock,
    log: { log: () => undefined },
    program: 'test',
    hasWindows: false,
  })
  const { id: projectId } = storage.projects.open('/tmp')
  const { id } = storage.sessions.create({ projectId, title: '', provider: 'p', model: 'm', mode: 'default' })
  const add = (message: Message): void => storage.messages.append(id, message, { lastSeq: 0 })
  const read = async (): Promise<string[]> => {
    const ids: string[] = []
    for await (const message of storage.messages.epoch(id)) ids.push(message.id)
    return ids
  }
  for (let n = 0; n < 120; n += 1) add(prompt(`a${n}`))
  expect(await read()).toHaveLength(120)
  add(summary('s1', 'a118'))
  add(prompt('b'))
  expect(await read()).toEqual(['a118', 'a119', 's1', 'b'])
  // What a summary kept may be older than the summary before it.
  add(summary('s2', 'a119'))
  expect(await read()).toEqual(['a119', 's1', 'b', 's2'])
  add(summary('s3', null))
  add(prompt('c'))
  expect(await read()).toEqual(['s3', 'c'])
  await storage.close()
})
