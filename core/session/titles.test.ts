import { expect, it } from 'vitest'
import { connectCore, PLANTED_KEY, type ModelScript } from '../testing/index.ts'

const roles = '    roles: { haiku: claude-haiku-4-5 }\n'
const script =
  (title: string): ModelScript =>
  (body) => ({ text: JSON.stringify(body).includes('Name this conversation') ? title : 'The parser was fixed.' })

it('asks the haiku role once, after the first turn, and keeps its answer as a title', async () => {
  const core = await connectCore({ script: script(`"Title: 修复 ${PLANTED_KEY} 的解析器。"\nmore`), providerYaml: roles })
  const sessionId = await core.newSession()
  await core.run('fix the parser\nplease', { sessionId })
  const named = await core.events.waitFor('session.updated', ({ session }) => session.title.startsWith('修复'))
  expect(named.session.title).not.toContain(PLANTED_KEY)
  expect(core.model.requests.at(-1)?.body).toMatchObject({ model: 'claude-haiku-4-5' })
  await core.run('and again', { sessionId })
  await core.close()
  expect(core.model.requests).toHaveLength(3)
})

it('leaves a title a person gave meanwhile', async () => {
  const renamed = Promise.withResolvers<void>()
  const core = await connectCore({
    providerYaml: roles,
    async script(body) {
      const isTitle = JSON.stringify(body).includes('Name this conversation')
      if (isTitle) await renamed.promise
      return { text: isTitle ? 'From the model' : 'Done.' }
    },
  })
  const sessionId = await core.newSession()
  await core.run('first line', { sessionId })
  await core.model.received(2)
  await core.rpc.sessions.rename({ sessionId, title: 'Mine' })
  renamed.resolve()
  await core.model.requests[1]?.ended
  // Another turn is longer than the answer's way.
  await core.run('second', { sessionId })
  expect((await core.rpc.sessions.open({ sessionId })).session.title).toBe('Mine')
  await core.close()
})

it.each([
  ['no haiku role is configured', {}],
  ['nobody watches', { providerYaml: roles, options: { headless: true } }],
])('asks nobody when %s', async (_, setup) => {
  const core = await connectCore({ script: script('From the model'), ...setup })
  await core.run('first line')
  await core.close()
  expect(core.model.requests).toHaveLength(1)
})
