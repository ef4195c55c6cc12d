import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startChild } from '../../testing/child-process.ts'
import { callTool, failure, login, signInWorld, targetOf } from '../../testing/sign-in-world.ts'
import type { SignIns } from './types.ts'

const world = signInWorld()
const AHEAD_MS = 599_000

async function statuses(signIns: SignIns, url: string, calls: number): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: calls }, () => callTool(signIns, targetOf({ url }))))
  return answers.map(({ status }) => status)
}

/** The one entry of the keychain. */
async function kept(): Promise<string> {
  const [account = ''] = await world.keychain.list()
  return (await world.keychain.get(account)) ?? ''
}

it('twenty calls just before the end of a token, and two programs, make one renewal; nothing is used twice', async () => {
  const fake = await world.start({ SLOW_TOKEN: '150' })
  await login(world.open(), targetOf(fake))
  const late = { now: () => Date.now() + AHEAD_MS }
  const [one, two] = [world.open(late), world.open(late)]
  const all = await Promise.all([statuses(one, fake.url, 20), statuses(two, fake.url, 20)])
  expect(new Set(all.flat())).toEqual(new Set([200]))
  expect(await fake.stats()).toMatchObject({ refreshes: 1, reuse: 0, revoked: 0, authorizes: 1 })
})

it('twenty calls that are all turned away renew once and are all sent again', async () => {
  const fake = await world.start({ TTL: '1', SLOW_TOKEN: '100' })
  const signIns = world.open({ now: () => 0 })
  await login(signIns, targetOf(fake))
  const { access_token: token } = JSON.parse(await kept()).tokens
  const ping = { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }) }
  const isOver = async () => (await fetch(fake.url, { ...ping, headers: { authorization: `Bearer ${token}` } })).status === 401
  await expect.poll(isOver, { timeout: 5_000 }).toBe(true)
  const { calls401: before = 0 } = await fake.stats()
  expect(await statuses(signIns, fake.url, 20)).toEqual(Array.from({ length: 20 }, () => 200))
  const { calls401 = 0, ...counted } = await fake.stats()
  expect(counted).toMatchObject({ refreshes: 1, reuse: 0, authorizes: 1 })
  expect(calls401 - before).toBe(20)
})

it('two processes at the end of a token make one renewal', { timeout: 30_000 }, async () => {
  const fake = await world.start({ SLOW_TOKEN: '150' })
  await login(world.open(), targetOf(fake))
  const [account = ''] = await world.keychain.list()
  writeFileSync(join(world.home, 'keychain.json'), JSON.stringify({ [account]: await kept() }))
  const children = [1, 2].map(() => startChild('sign-in-child.ts', [world.home, fake.url, String(AHEAD_MS), '10']))
  const next = async (lines: AsyncIterator<string>): Promise<string> => (await lines.next()).value
  expect(await Promise.all(children.map(({ lines }) => next(lines)))).toEqual(['ready', 'ready'])
  for (const { child } of children) child.stdin.write('go\n')
  const answers = await Promise.all(children.map(async ({ lines }) => JSON.parse(await next(lines))))
  expect(answers.flat()).toEqual(Array.from({ length: 20 }, () => 200))
  expect(await fake.stats()).toMatchObject({ refreshes: 1, reuse: 0, revoked: 0 })
})

it('a renewal that fails for now gives up nothing: a token that still holds is used, and one that does not says so', async () => {
  const fake = await world.start({ FAIL_REFRESH: '1' })
  await login(world.open(), targetOf(fake))
  const before = await kept()
  expect(await statuses(world.open({ now: () => Date.now() + AHEAD_MS }), fake.url, 3)).toEqual([200, 200, 200])
  const signIns = world.open({ now: () => Date.now() + 700_000 })
  expect(await failure(callTool(signIns, targetOf(fake)))).toBe('mcp.sign_in_unavailable')
  expect(await kept()).toBe(before)
  expect(world.opened).toHaveLength(1)
})

it('a renewal that is refused for good forgets the tokens, keeps the registration, and opens no browser', async () => {
  const fake = await world.start()
  await login(world.open(), targetOf(fake))
  const used = await kept()
  const late = { now: () => Date.now() + AHEAD_MS }
  await statuses(world.open(late), fake.url, 1)
  // A backup brought an old entry back.
  const [account = ''] = await world.keychain.list()
  await world.keychain.set(account, used)
  expect(await failure(callTool(world.open(late), targetOf(fake)))).toBe('mcp.needs_auth')
  expect(Object.keys(JSON.parse(await kept())).toSorted()).toEqual(['client', 'issuer'])
  expect(world.opened).toHaveLength(1)
  await login(world.open(), targetOf(fake))
  expect(await fake.stats()).toMatchObject({ registrations: 1, authorizes: 2 })
})

it('looks at the keychain again before it believes that a renewal was refused', async () => {
  const fake = await world.start()
  await login(world.open(), targetOf(fake))
  const used = await kept()
  const late = { now: () => Date.now() + AHEAD_MS }
  await statuses(world.open(late), fake.url, 1)
  const [account = ''] = await world.keychain.list()
  const good = await kept()
  await world.keychain.set(account, used)
  // Somebody without our lock writes the good entry while the server is being asked.
  const { get } = world.keychain
  let reads = 0
  Object.assign(world.keychain, { get: async (name: string) => ((reads += 1) > 2 ? good : get(name)) })
  const signIns = world.open(late)
  const { status } = await callTool(signIns, targetOf(fake)).catch(() => ({ status: 0 }))
  // The reuse has made the server revoke the family, so the call is turned away; what was kept is not lost for it.
  expect([status, JSON.parse(await kept()).tokens.refresh_token]).toEqual([0, JSON.parse(good).tokens.refresh_token])
})
