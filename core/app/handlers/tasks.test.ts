import { afterEach, expect, it } from 'vitest'
import { connectCore, type ConnectedCore } from '../../testing/index.ts'

let core: ConnectedCore | undefined

afterEach(() => core?.close())

it('a list of cards has the beginning of their texts, one card has all', async () => {
  core = await connectCore()
  const description = 'Look at every caller. '.repeat(100).trim()
  const { id } = await core.rpc.tasks.create({ subject: 'Callers', description })
  const [listed] = await core.rpc.tasks.list({})
  expect(listed?.description).toBe(description.slice(0, 1_000))
  expect((await core.rpc.tasks.get({ id })).description).toBe(description)
})
