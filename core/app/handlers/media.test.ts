import { afterEach, describe, expect, it } from 'vitest'
import { connectCore, type ConnectedCore } from '../../testing/index.ts'
import { emptyPdf, grey } from '../../testing/media-files.ts'

let app: ConnectedCore | undefined
afterEach(async () => {
  await app?.close()
  app = undefined
})

async function upload(on: ConnectedCore, sessionId: string, name: string, bytes: Uint8Array) {
  const { path } = await on.rpc.files.ticket({ kind: 'upload', sessionId, name, size: bytes.length })
  const result = await on.core.tickets.put(path, bytes)
  if (result.kind !== 'attachment') throw new Error(result.kind)
  return result
}

describe('an image or PDF that is attached', () => {
  it.each(['anthropic', 'openai', 'openai-responses'] as const)(
    'reaches the model, and lies beside the session alone (%s)',
    async (protocol) => {
      app = await connectCore({ protocol, script: [{ text: 'a grey dot' }, { text: 'still grey' }] })
      const sessionId = await app.newSession()
      const png = await grey(20, 10)
      const image = await upload(app, sessionId, 'dot.png', png)
      const pdf = await upload(app, sessionId, 'a.pdf', await emptyPdf(2))
      expect(image).toMatchObject({ name: 'dot.png', size: png.length, media: { type: 'image', width: 20, height: 10 } })
      await app.rpc.turns.start({ sessionId, text: 'What is it?', attachments: [image.attachmentId, pdf.attachmentId] })
      await app.events.waitFor('turn.finished')
      await app.run('And now?', { sessionId })
      expect(app.model.refusals).toEqual([])
      for (const { raw } of app.model.requests) expect(raw).toContain(png.toString('base64'))
      const { rows } = await app.rpc.sessions.open({ sessionId })
      expect(rows[0]).toMatchObject({
        attachments: [
          { name: 'dot.png', media: { type: 'image' } },
          { name: 'a.pdf', media: { pages: 2 } },
        ],
      })
      expect(JSON.stringify([rows, app.events.all])).not.toContain(png.toString('base64').slice(0, 40))
    },
  )

  it('is given to a window of its own project by a ticket, with a type told by its bytes', async () => {
    app = await connectCore({})
    const sessionId = await app.newSession()
    const png = await grey(20, 10)
    const { media } = await upload(app, sessionId, 'dot.png', png)
    const { path } = await app.rpc.files.ticket({ kind: 'blob', sessionId, blobId: media?.blobId ?? '' })
    expect(await app.core.tickets.media(path)).toEqual({ type: 'image/png', bytes: new Uint8Array(png) })
    expect(await app.core.tickets.media(path)).toBeUndefined()
    for (const blobId of ['../../config.yaml', '0'.repeat(64)]) {
      const none = await app.rpc.files.ticket({ kind: 'blob', sessionId, blobId })
      await expect(app.core.tickets.media(none.path)).rejects.toMatchObject({ code: 'files.attachment_missing' })
    }
  })

  it('that cannot be sent is refused with its reason', async () => {
    app = await connectCore({})
    const on = app
    const sessionId = await app.newSession()
    const png = await grey(20, 10)
    await expect(upload(on, sessionId, 'cut.png', png.subarray(0, 60))).rejects.toMatchObject({ code: 'files.damaged' })
    await expect(upload(on, sessionId, 'a.pdf', await emptyPdf(1, 'x'))).rejects.toMatchObject({ code: 'files.locked' })
    await expect(upload(on, sessionId, 'c.bin', new Uint8Array(32 * 1_048_576 + 1))).rejects.toMatchObject({ code: 'files.too_large' })
  })
})

it('what read_file shows is looked at by the model in the same turn, and is cheap to keep', async () => {
  const png = await grey(20, 10)
  app = await connectCore({
    files: { 'dot.png': png },
    script: [{ calls: [{ name: 'read_file', input: { path: 'dot.png' } }] }, { text: 'grey' }],
  })
  await app.run('Look at dot.png')
  expect(app.model.requests[1]?.raw).toContain(png.toString('base64'))
  expect(app.events.of('tool.finished')[0]?.content[1]).toMatchObject({ type: 'image', width: 20 })
  expect(JSON.stringify(app.events.all)).not.toContain(png.toString('base64').slice(0, 40))
})
