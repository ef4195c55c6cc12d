import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Transformer } from '@napi-rs/image'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyPdf, grey, greyPhoto } from '../testing/media-files.ts'
import { createBlobReader, createCodec, readBlob, readImageHeader } from './index.ts'

let sessionDir: string
beforeEach(() => {
  sessionDir = mkdtempSync(path.join(tmpdir(), 'mewcode-media-'))
})
afterEach(() => rmSync(sessionDir, { recursive: true, force: true }))

const codec = createCodec()
const noise = (width: number, height: number): Transformer => {
  const pixels = Buffer.alloc(width * height * 4, 255)
  // The same noise in each run: nothing packs it well.
  for (let at = 0, state = 1; at < pixels.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    if (at % 4 !== 3) pixels[at] = state >>> 24
  }
  return Transformer.fromRgbaPixels(pixels, width, height)
}
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

describe('an image', () => {
  it.each([
    ['image/png', () => grey(40, 30)],
    ['image/jpeg', () => greyPhoto(40, 30)],
    ['image/webp', () => noise(40, 30).webp()],
  ])('that fits is kept as it is, once: %s', async (mediaType, make) => {
    const bytes = await make()
    const read = await codec.image(bytes, { sessionDir })
    expect(read).toMatchObject({ ok: { type: 'image', mediaType, size: bytes.length, width: 40, height: 30 } })
    await codec.image(bytes, { sessionDir })
    const [name = '', ...more] = readdirSync(path.join(sessionDir, 'blobs'))
    expect(more).toEqual([])
    expect(await readBlob(sessionDir, name)).toEqual(bytes)
    expect(statSync(path.join(sessionDir, 'blobs', name)).mode & 0o777).toBe(0o600)
    expect(await createBlobReader(sessionDir)(name)).toBe(bytes.toString('base64'))
  })

  it('that is too wide is scaled, its shape kept', async () => {
    const read = await codec.image(await greyPhoto(3_000, 1_200), { sessionDir })
    expect(read).toMatchObject({ ok: { mediaType: 'image/jpeg', width: 2_000, height: 800 } })
  })

  it('that is too heavy is packed until every vendor takes it', async () => {
    const bytes = await noise(1_500, 1_400).png()
    expect(bytes.length).toBeGreaterThan(3_750_000)
    const read = await codec.image(bytes, { sessionDir })
    expect(read).toMatchObject({ ok: { mediaType: 'image/webp', width: 1_500, height: 1_400 } })
    expect('ok' in read && read.ok.size).toBeLessThan(3_750_000)
  })

  it('is turned as the camera was held', async () => {
    const read = await codec.image(turned(await greyPhoto(40, 30)), { sessionDir })
    expect(read).toMatchObject({ ok: { mediaType: 'image/jpeg', width: 30, height: 40 } })
    const kept = 'ok' in read ? await readBlob(sessionDir, read.ok.blobId) : undefined
    expect(kept && readImageHeader(kept)).toEqual({ mediaType: 'image/jpeg', width: 30, height: 40 })
  })

  it('that moves goes on moving', async () => {
    expect(await codec.image(gif, { sessionDir })).toMatchObject({ ok: { mediaType: 'image/gif', size: gif.length, width: 1, height: 1 } })
  })

  it('that does not decode is refused, and nothing is kept', async () => {
    const png = await grey(40, 30)
    for (const bytes of [png.subarray(0, png.length - 40), gif.subarray(0, 30), Buffer.from('no image'), png.subarray(0, 20)]) {
      expect(await codec.image(bytes, { sessionDir })).toEqual({ trouble: { kind: 'broken' } })
    }
    expect(existsSync(path.join(sessionDir, 'blobs'))).toBe(false)
  })

  it('that would unpack to gigabytes is refused by its header', async () => {
    const png = await grey(4, 4)
    png.writeUInt32BE(50_000, 16)
    png.writeUInt32BE(50_000, 20)
    // Nothing was decoded: this limit of time is too short for any worker.
    expect(await createCodec({ jobMs: 0 }).image(png, { sessionDir })).toEqual({ trouble: { kind: 'too_many_pixels' } })
  })

  it('that keeps its decoder busy is given up', async () => {
    expect(await createCodec({ jobMs: 0 }).image(await grey(40, 30), { sessionDir })).toEqual({ trouble: { kind: 'timeout' } })
  })

  it('is left when the turn is stopped', async () => {
    const stop = new AbortController()
    const read = codec.image(await noise(1_500, 1_400).png(), { sessionDir, signal: stop.signal })
    stop.abort(new Error('stopped'))
    await expect(read).rejects.toThrow('stopped')
  })
})

describe('a PDF', () => {
  it('is counted, and a range of its pages is cut out', async () => {
    const bytes = await emptyPdf(5)
    const name = 'a.pdf'
    expect(await codec.pdf(bytes, { sessionDir, name })).toMatchObject({
      ok: { type: 'document', name, pages: 5, total: 5, size: bytes.length },
    })
    const part = await codec.pdf(bytes, { sessionDir, name, pages: { first: 2, last: 3 } })
    expect(part).toMatchObject({ ok: { pages: 2, total: 5 } })
    const kept = 'ok' in part ? await readBlob(sessionDir, part.ok.blobId) : undefined
    expect((await PDFDocument.load(kept ?? '')).getPageCount()).toBe(2)
    expect(await codec.pdf(bytes, { sessionDir, name, pages: { first: 6, last: 9 } })).toEqual({
      trouble: { kind: 'no_such_pages', total: 5 },
    })
  })

  it('of more than 100 pages is refused whole and read in parts', async () => {
    const bytes = await emptyPdf(101)
    expect(await codec.pdf(bytes, { sessionDir, name: 'b.pdf' })).toEqual({ trouble: { kind: 'too_many_pages', total: 101 } })
    expect(await codec.pdf(bytes, { sessionDir, name: 'b.pdf', pages: { first: 2, last: 300 } })).toMatchObject({ ok: { pages: 100 } })
  })

  it('that is locked or broken is told as that', async () => {
    expect(await codec.pdf(await emptyPdf(1, 'secret'), { sessionDir, name: 'c.pdf' })).toEqual({ trouble: { kind: 'encrypted' } })
    expect(await codec.pdf(Buffer.from('%PDF-1.7\nno more'), { sessionDir, name: 'd.pdf' })).toEqual({ trouble: { kind: 'broken' } })
  })
})

/** With an EXIF note that the camera was held on its side. */
function turned(jpeg: Buffer): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex')
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, body.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}
