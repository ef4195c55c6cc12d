import { expect, it } from 'vitest'
import { systemClock } from '../base/clock.ts'
import { openStorage } from './index.ts'

it('keeps the 500 hosts contacted last, each with its first and last time and its last end', async () => {
  let now = 0
  const clock = { ...systemClock, now: () => (now += 1) }
  const storage = await openStorage({ path: ':memory:', clock, log: { log: () => undefined }, program: 'test' })
  const told = (host: string, outcome: 'waiting' | 'answered' | 'failed', status: number | null = null) =>
    storage.contacts.add({ host, purpose: 'page', outcome, status })
  now = 0
  told('old.example', 'waiting')
  told('kept.example', 'waiting')
  told('kept.example', 'failed')
  for (let i = 0; i < 498; i += 1) told(`host-${i}.example`, 'waiting')
  told('kept.example', 'waiting')
  told('kept.example', 'answered', 200)
  told('new.example', 'waiting')
  const hosts = storage.contacts.list()
  expect(hosts).toHaveLength(500)
  expect(hosts.some(({ host }) => host === 'old.example')).toBe(false)
  expect(hosts.slice(0, 2)).toEqual([
    { host: 'new.example', purpose: 'page', firstAt: 502, lastAt: 502, count: 1, outcome: 'waiting', status: null },
    { host: 'kept.example', purpose: 'page', firstAt: 2, lastAt: 501, count: 2, outcome: 'answered', status: 200 },
  ])
  await storage.close()
})
