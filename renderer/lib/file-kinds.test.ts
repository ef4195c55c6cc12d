import { expect, it } from 'vitest'
import { MAX_ATTACHMENT_BYTES, MAX_MEDIA_BYTES, refusalByContent, refusalByName } from './file-kinds.ts'

it.each([
  ['shot.png', 'image/png', undefined],
  ['photo.HEIC', '', 'format'],
  ['scan.tif', 'image/tiff', 'format'],
  ['paper.pdf', 'application/pdf', undefined],
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
  ['an image', new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0])]), undefined],
  ['a WebP image', new Blob(['RIFF\0\0\0\0WEBPVP8 ']), undefined],
  ['a PDF above the limit of text', new Blob(['%PDF-1.7', new Uint8Array(MAX_ATTACHMENT_BYTES)]), undefined],
  ['a PDF that is too large', new Blob(['%PDF-1.7', new Uint8Array(MAX_MEDIA_BYTES)]), 'largeMedia'],
  ['exactly the limit', new Blob(['x'.repeat(MAX_ATTACHMENT_BYTES)]), undefined],
  ['one byte more', new Blob(['x'.repeat(MAX_ATTACHMENT_BYTES + 1)]), 'large'],
])('%s by its content', async (_title, blob, expected) => {
  expect(await refusalByContent(blob)).toBe(expected)
})
