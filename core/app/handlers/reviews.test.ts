import { afterEach, expect, it } from 'vitest'
import { connectCore, type ConnectedCore } from '../../testing/index.ts'

let app: ConnectedCore | undefined
afterEach(async () => {
  const closing = app
  app = undefined
  await closing?.close()
})

const comment = (text: string) => ({ path: 'src/a.ts', line: 3, isRemoved: false, code: 'const a = 1', text })

it('keeps comments and places that stay for every window of the session, over a restart, and for no other project', async () => {
  const core = (app = await connectCore())
  const [sessionId, other] = [await core.newSession(), await core.newSession()]
  const second = await core.openWindow()
  const { comments } = await core.rpc.reviews.comment({ sessionId, comment: comment('First.') })
  await second.rpc.reviews.comment({ sessionId, comment: comment('Second.') })
  await second.rpc.reviews.keep({ sessionId, hunk: 'h1', isKept: true })
  await second.rpc.reviews.keep({ sessionId, hunk: 'h2', isKept: true })
  expect(core.appEvents.filter(({ type }) => type === 'review.changed')).toHaveLength(4)
  await core.rpc.reviews.keep({ sessionId, hunk: 'h1', isKept: false })
  await core.rpc.reviews.uncomment({ sessionId, ids: [...comments.map(({ id }) => id), 'gone'] })

  const next = await core.restart()
  expect(await next.rpc.reviews.get({ sessionId })).toEqual({
    comments: [{ id: expect.any(String), ...comment('Second.') }],
    kept: ['h2'],
  })
  expect(await next.rpc.reviews.get({ sessionId: other })).toEqual({ comments: [], kept: [] })
  const stranger = await core.openWindow({ path: core.platform.paths.userHome })
  const calls = [
    stranger.rpc.reviews.get({ sessionId }),
    stranger.rpc.reviews.comment({ sessionId, comment: comment('Mine.') }),
    stranger.rpc.reviews.uncomment({ sessionId, ids: [] }),
    stranger.rpc.reviews.keep({ sessionId, hunk: 'h2', isKept: false }),
  ]
  for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'session.not_found' })
})

it('takes fifty comments and says why it takes no more; of places that stay the newest two hundred count', async () => {
  const core = (app = await connectCore({ options: { ephemeral: true } }))
  const sessionId = await core.newSession()
  for (let n = 0; n < 50; n++) await core.rpc.reviews.comment({ sessionId, comment: comment(`No. ${n}`) })
  await expect(core.rpc.reviews.comment({ sessionId, comment: comment('One more.') })).rejects.toMatchObject({
    code: 'changes.comments_full',
  })
  for (let n = 0; n < 202; n++) await core.rpc.reviews.keep({ sessionId, hunk: `h${n}`, isKept: true })
  const { comments, kept } = await core.rpc.reviews.get({ sessionId })
  expect([comments.length, comments[49]?.text, kept.length, kept[0], kept[199]]).toEqual([50, 'No. 49', 200, 'h2', 'h201'])
})
