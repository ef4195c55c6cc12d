import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createCodec } from '../media/index.ts'
import { grey } from '../testing/media-files.ts'
import { readResult, resultBlocks } from './result.ts'

const sessionDir = mkdtempSync(join(tmpdir(), 'mewcode-mcp-result-'))
afterAll(() => rmSync(sessionDir, { recursive: true, force: true }))

const reading = { server: 'made', codec: createCodec(), sessionDir, signal: new AbortController().signal }
const read = (content: unknown[], structuredContent?: unknown) =>
  resultBlocks({ isError: false, content, ...(structuredContent !== undefined && { structuredContent }) }, reading)
const base64 = (...parts: (string | number[])[]): string =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)))).toString('base64')

const sounds: [string, string][] = [
  ['audio/wav', base64('RIFF', [4, 0, 0, 0], 'WAVEfmt ')],
  ['audio/ogg', base64('OggS', [0])],
  ['audio/flac', base64('fLaC')],
  ['audio/mp4', base64([0, 0, 0, 24], 'ftypM4A ')],
  ['audio/webm', base64([0x1a, 0x45, 0xdf, 0xa3])],
  ['audio/mpeg', base64('ID3', [4])],
  ['audio/mpeg', base64([0xff, 0xfb, 0x90, 0])],
  ['audio/aac', base64([0xff, 0xf1, 0x50, 0x80])],
]

it.each(sounds)('a sound is told by its bytes and kept for the person to play: %s', async (mediaType, data) => {
  const { text, fromServer } = await read([{ type: 'audio', data, mimeType: 'audio/anything' }])
  expect(fromServer.audio).toMatchObject([{ mediaType, size: Buffer.byteLength(data, 'base64') }])
  expect(readFileSync(join(sessionDir, 'blobs', fromServer.audio[0]?.blobId ?? '')).toString('base64')).toBe(data)
  expect(text).toContain(`[${mediaType}, which the user can play, `)
})

it('what only calls itself a sound or a picture is a line, and so is each one too many', async () => {
  const { text, images, fromServer } = await read([
    { type: 'audio', data: base64('<script>'), mimeType: 'audio/wav' },
    { type: 'image', data: base64('<svg/>'), mimeType: 'image/png' },
    ...Array.from({ length: 6 }, () => ({ type: 'audio', data: sounds[0]?.[1], mimeType: 'audio/wav' })),
  ])
  expect([images, fromServer.audio.length]).toEqual([[], 5])
  expect(text).toContain('[audio/wav, not shown, 8 bytes]\n[image/png, unreadable: broken, 6 bytes]')
  expect(text.match(/not shown/g)).toHaveLength(2)
})

it('ten pictures of an answer are shown, a thousand blocks read, and four million characters kept', async () => {
  const data = (await grey(2, 2)).toString('base64')
  const pictures = await read(Array.from({ length: 11 }, () => ({ type: 'image', data, mimeType: 'image/png' })))
  expect(pictures.images).toHaveLength(10)
  expect(pictures.text).toContain('one too many')
  const many = await read(Array.from({ length: 1_002 }, (_, n) => ({ type: 'text', text: `line ${n}` })))
  expect(many.text).toMatch(/line 999\n\[2 more blocks, left out\]$/)
  const long = await read([{ type: 'text', text: 'x'.repeat(4_000_001) }])
  expect(long.text.length).toBeLessThan(4_000_010)
  expect(long.text).toMatch(/\[cut\]$/)
})

it('structure is said once and never with the bytes of a picture again; links are kept for the card', async () => {
  const data = (await grey(2, 2)).toString('base64')
  const same = await read([{ type: 'text', text: '{ "a": 1 }' }], { a: 1 })
  expect(same.text).toBe('{ "a": 1 }')
  expect(same.fromServer.structured).toBe('{\n  "a": 1\n}')
  const twice = await read([{ type: 'image', data, mimeType: 'image/png' }], { picture: data, size: 2 })
  expect(twice.text).toBe('{"picture":"[the bytes shown above]","size":2}')
  const large = await read([], { long: 'x'.repeat(100_001) })
  expect(large.fromServer).not.toHaveProperty('structured')
  const { text, fromServer } = await read([
    { type: 'resource_link', uri: 'note://1', name: 'first', description: 'the first note' },
    { type: 'resource', resource: { uri: 'note://2', text: 'inside' } },
    { type: 'hologram', depth: 3 },
  ])
  expect(text).toBe('[resource first note://1 the first note]\n[resource note://2]\ninside\n{"type":"hologram","depth":3}')
  expect(fromServer.links).toEqual([{ uri: 'note://1', name: 'first', mimeType: null }])
})

it('an answer that nothing could write down is an error, in words', async () => {
  const deep: unknown = JSON.parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)
  for (const answer of [{ content: [{ type: 'new', deep }] }, { content: [], structuredContent: { deep } }])
    expect(readResult(answer)).toEqual({ isError: true, content: [{ type: 'text', text: expect.stringContaining('nested too deeply') }] })
})
