import { afterEach, expect, it } from 'vitest'
import { connectCore, type ConnectedCore } from '../testing/index.ts'
import { isNewer } from './update-news.ts'

let app: ConnectedCore | undefined
afterEach(async () => {
  const closing = app
  app = undefined
  await closing?.close()
})

it('tells of a newer version in its first run, in every window until one has seen it, and never of a first start or an older one', async () => {
  const core = (app = await connectCore())
  const { platform } = core
  const startAs = (version: string, host: typeof platform.host = 'serve') => {
    Object.assign(platform, { version, host })
    return core.restart()
  }
  const told = async ({ rpc }: Pick<ConnectedCore, 'rpc'>) => (await rpc.app.info({})).updatedFrom
  expect(await told(core)).toBeUndefined()

  expect(await told(await startAs('0.10.0', 'cli'))).toBeUndefined()
  const updated = await startAs('0.10.0')
  expect([await told(updated), await told(updated)]).toEqual(['0.0.0-test', '0.0.0-test'])

  await updated.rpc.app.newsSeen({})
  expect(await told(updated)).toBeUndefined()
  expect(updated.appEvents).toContainEqual({ type: 'settings.changed' })

  expect(await told(await startAs('0.10.1'))).toBe('0.10.0')
  expect(await told(await startAs('0.10.1'))).toBeUndefined()
  expect(await told(await startAs('0.9.0'))).toBeUndefined()
  expect(await told(await startAs('0.10.1'))).toBeUndefined()
})

it('compares versions by their numbers, and puts a test version before its own', () => {
  const pairs = [
    ['0.10.0', '0.9.9'],
    ['1.0.0', '1.0.0-beta.2'],
    ['1.0.0-beta.10', '1.0.0-beta.9'],
    ['1.0.1-alpha.1', '1.0.0'],
  ] as const
  for (const [newer, older] of pairs) expect([isNewer(newer, older), isNewer(older, newer)]).toEqual([true, false])
  expect(isNewer('1.0.0', '1.0.0')).toBe(false)
})
