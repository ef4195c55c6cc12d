import { symlinkSync, writeFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { contentText } from '../../contract/content-text.ts'
import { systemClock } from '../../base/clock.ts'
import { emptyPdf, grey } from '../../testing/media-files.ts'
import { connectCore, type ConnectedCore, type ConnectCoreOptions } from '../../testing/index.ts'

let open: ConnectedCore | undefined
const connect = async (options: ConnectCoreOptions = {}): Promise<ConnectedCore> => (open = await connectCore(options))
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

async function upload(app: ConnectedCore, sessionId: string, file: { name: string; bytes: Uint8Array }) {
  const { path } = await app.rpc.files.ticket({ kind: 'upload', sessionId, name: file.name, size: file.bytes.length })
  return { path, result: await app.core.tickets.put(path, file.bytes) }
}
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('an uploaded file', () => {
  it('becomes an attachment whose text reaches the model, also after a restart', async () => {
    const app = await connect({ script: [{ text: 'ok' }] })
    const sessionId = await app.newSession()
    const { result } = await upload(app, sessionId, { name: '笔记.txt', bytes: bytes('量子纠缠 notes') })
    if (result.kind !== 'attachment') throw new Error(result.kind)
    const next = await app.restart()
    await next.rpc.turns.start({ sessionId, text: 'read it', attachments: [result.attachmentId] })
    await next.events.waitFor('turn.finished')
    expect(JSON.stringify(app.model.requests[0]?.body)).toContain('量子纠缠 notes')
    expect((await next.rpc.sessions.open({ sessionId })).rows[0]).toMatchObject({ attachments: [{ name: '笔记.txt', size: 18 }] })
  })

  it('reaches the model again when a failed turn is sent once more with the attachments its row shows', async () => {
    const app = await connect({ script: [{ status: 401 }, { text: 'ok' }] })
    const sessionId = await app.newSession()
    const { result } = await upload(app, sessionId, { name: 'notes.txt', bytes: bytes('kept for the second try') })
    if (result.kind !== 'attachment') throw new Error(result.kind)
    await app.rpc.turns.start({ sessionId, text: 'read it', attachments: [result.attachmentId] })
    const failed = await app.events.waitFor('turn.finished')
    expect(failed.error).toMatchObject({ code: 'provider.auth' })
    const [row] = (await app.rpc.sessions.open({ sessionId })).rows
    if (row?.kind !== 'user') throw new Error(row?.kind)
    await app.rpc.turns.start({ sessionId, text: row.text, attachments: row.attachments.map(({ attachmentId }) => attachmentId) })
    const end = await app.events.waitFor('turn.finished', ({ turnId }) => turnId !== failed.turnId)
    expect(end.stopReason).toBe('end_turn')
    expect(JSON.stringify(app.model.requests.at(-1)?.body)).toContain('kept for the second try')
  })

  it("becomes a reference when it is the project's own, and only then", async () => {
    const app = await connect({ files: { 'src/a.ts': 'same', 'src/b.ts': 'other' } })
    const sessionId = await app.newSession()
    expect((await upload(app, sessionId, { name: 'a.ts', bytes: bytes('same') })).result).toEqual({ kind: 'reference', path: 'src/a.ts' })
    expect((await upload(app, sessionId, { name: 'b.ts', bytes: bytes('same!') })).result).toMatchObject({ kind: 'attachment' })
  })

  it('goes along as it is when it is a picture, also one of the project, and a damaged one is refused', async () => {
    const png = await grey(40, 30)
    const app = await connect({ script: [{ text: 'ok' }] })
    const sessionId = await app.newSession()
    for (const [name, content] of [
      ['shot.png', png],
      ['cut.png', png.subarray(0, 40)],
    ] as const)
      writeFileSync(app.project.path(name), content)
    const { result } = await upload(app, sessionId, { name: 'shot.png', bytes: png })
    if (result.kind !== 'attachment') throw new Error(result.kind)
    await app.rpc.turns.start({ sessionId, text: 'look', attachments: [result.attachmentId] })
    await app.events.waitFor('turn.finished')
    expect(app.model.requests[0]?.raw).toContain(png.toString('base64'))
    await expect(upload(app, sessionId, { name: 'cut.png', bytes: png.subarray(0, 40) })).rejects.toMatchObject({ code: 'files.damaged' })
  })

  it('is refused when it is not text or larger than 1 MB', async () => {
    const app = await connect()
    const sessionId = await app.newSession()
    const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 1])
    await expect(upload(app, sessionId, { name: 'a.png', bytes: png })).rejects.toMatchObject({ code: 'files.unsupported' })
    await expect(upload(app, sessionId, { name: 'latin.txt', bytes: Uint8Array.from([0xe4, 0x20]) })).rejects.toMatchObject({
      code: 'files.unsupported',
    })
    await expect(upload(app, sessionId, { name: 'big.txt', bytes: new Uint8Array(1_048_577) })).rejects.toMatchObject({
      code: 'files.too_large',
    })
    // The size given with the ticket was a lie.
    const { path } = await app.rpc.files.ticket({ kind: 'upload', sessionId, name: 'liar.txt', size: 1 })
    await expect(app.core.tickets.put(path, new Uint8Array(1_048_577))).rejects.toMatchObject({ code: 'files.too_large' })
  })

  it('cannot name a place outside the session, and an id that was not given is refused', async () => {
    const app = await connect({ script: [{ text: 'ok' }] })
    const sessionId = await app.newSession()
    const { result } = await upload(app, sessionId, { name: '../../escape.txt', bytes: bytes('x') })
    expect(result).toMatchObject({ kind: 'attachment', name: 'escape.txt' })
    for (const id of ['../../../config.yaml', '00000000-0000-7000-8000-000000000000']) {
      await expect(app.rpc.turns.start({ sessionId, text: 'x', attachments: [id] })).rejects.toMatchObject({
        code: 'files.attachment_missing',
      })
    }
    expect((await app.rpc.sessions.open({ sessionId })).rows).toEqual([])
  })
})

describe('a ticket', () => {
  it('is good once, for its own purpose, and for a minute', async () => {
    let shift = 0
    const app = await connect({ clock: { ...systemClock, now: () => Date.now() + shift } })
    const sessionId = await app.newSession()
    const { path } = await upload(app, sessionId, { name: 'a.txt', bytes: bytes('a') })
    await expect(app.core.tickets.put(path, bytes('a'))).rejects.toMatchObject({ code: 'files.ticket_invalid' })
    await expect(app.core.tickets.get('/files/never')).rejects.toMatchObject({ code: 'files.ticket_invalid' })
    const wrong = await app.rpc.files.ticket({ kind: 'upload', sessionId, name: 'a.txt', size: 1 })
    await expect(app.core.tickets.get(wrong.path)).rejects.toMatchObject({ code: 'files.ticket_invalid' })
    const late = await app.rpc.files.ticket({ kind: 'upload', sessionId, name: 'a.txt', size: 1 })
    shift = 60_001
    await expect(app.core.tickets.put(late.path, bytes('a'))).rejects.toMatchObject({ code: 'files.ticket_invalid' })
  })

  it('gives the whole output of a call of which the model got a part', async () => {
    const app = await connect({ script: [{ calls: [{ name: 'bash', input: { command: 'seq 1 20000' } }] }, { text: 'ok' }] })
    const sessionId = await app.newSession('bypassPermissions')
    await app.run('count', { sessionId })
    const { toolCallId, content } = app.events.of('tool.finished')[0] ?? { toolCallId: '', content: [] }
    const { path } = await app.rpc.files.ticket({ kind: 'output', sessionId, toolCallId })
    const whole = await app.core.tickets.get(path)
    expect(contentText(content).length).toBeLessThan(40_000)
    expect(whole).toContain('\n10000\n')
    expect(whole.length).toBeGreaterThan(100_000)
    const none = await app.rpc.files.ticket({ kind: 'output', sessionId, toolCallId: 'none' })
    await expect(app.core.tickets.get(none.path)).rejects.toMatchObject({ code: 'files.no_output' })
  })
})

it('refers to files that really lie in the project, and to nothing else', async () => {
  const app = await connect({
    files: { 'src/a.ts': 'a', 'src/a.png': await grey(4, 3), 'src/a.pdf': await emptyPdf(1), 'src/text.png': 'text' },
  })
  symlinkSync('/etc/passwd', app.project.path('link'))
  const reference = async (path: string): Promise<string | null> => (await app.rpc.files.reference({ path })).path
  expect(await reference(app.project.path('src/a.ts'))).toBe('src/a.ts')
  const own = ['a.png', 'a.pdf', 'text.png'].map((name) => app.rpc.files.reference({ path: app.project.path(`src/${name}`) }))
  expect((await Promise.all(own)).map(({ isMedia = false }) => isMedia)).toEqual([true, true, false])
  for (const path of [
    '/etc/passwd',
    app.project.path('link'),
    app.project.path('src'),
    app.project.path('none'),
    app.project.path('../x'),
  ]) {
    expect(await reference(path)).toBeNull()
  }
})
