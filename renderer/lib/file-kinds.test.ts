import { expect, it } from 'vitest'
import { MAX_ATTACHMENT_BYTES, refusalByContent, refusalByName } from './file-kinds.ts'

it.each([
  ['shot.png', 'image/png', 'image'],
  ['photo.HEIC', '', 'image'],
  ['paper.pdf', 'application/pdf', 'pdf'],
  ['icon.svg', 'image/svg+xml', undefined],
  ['notes.txt', 'text/plain', undefined],
])('%s (%s) by its name: %s', (name, type, expected) => {
  expect(refusalByName({ name, type })).toBe(expected)
})

it.each([
  ['text', new Blob(['hello 世界']), undefined],
  ['an empty file', new Blob([]), undefined],
  ['UTF-16 text with its mark', new Blob([new Uint8Array([0xff, 0xfe, 0x61, 0x00])]), undefined],
  ['zero bytes', new Blob([new Uint8Array([0x7f, 0x45, 0x00])]), 'binary'],
  ['exactly the limit', new Blob(['x'.repeat(MAX_ATTACHMENT_BYTES)]), undefined],
  ['one byte more', new Blob(['x'.repeat(MAX_ATTACHMENT_BYTES + 1)]), 'large'],
])('%s by its content', async (_title, blob, expected) => {
  expect(await refusalByContent(blob)).toBe(expected)
})
