import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Part, StreamResponse } from '@a2a-js/sdk'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createReading, type Reading } from './reading.ts'

let folder: string
let reading: Reading
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mewcode-a2a-'))
  reading = createReading('agent', join(folder, 'remote'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const text = (value: string): Part => ({ content: { $case: 'text', value }, metadata: undefined, filename: '', mediaType: '' })
const file = (value: Buffer, filename: string): Part => ({ content: { $case: 'raw', value }, metadata: undefined, filename, mediaType: '' })

function piece(taskId: string, parts: Part[], artifactId = taskId): StreamResponse {
  const artifact = { artifactId, name: '', description: '', parts, metadata: undefined, extensions: [] }
  const value = { taskId, contextId: `context of ${taskId}`, artifact, append: true, lastChunk: false, metadata: undefined }
  return { payload: { $case: 'artifactUpdate', value } }
}

function ended(taskId: string): StreamResponse {
  const status = { state: 3, message: undefined, timestamp: undefined }
  return { payload: { $case: 'statusUpdate', value: { taskId, contextId: '', status, metadata: undefined } } }
}

it('what is said of another task is no part of the answer, ends nothing and names nothing', async () => {
  await reading.take(piece('own', [text('one ')]))
  expect(await reading.take(piece('../../other', [text('foreign')]))).toEqual([])
  expect(await reading.take(ended('../../other'))).toEqual([])
  expect([reading.taskId, reading.contextId, reading.end]).toEqual(['own', 'context of own', undefined])
  expect(await reading.take(piece('own', [text('two')]))).toEqual([{ type: 'text', text: 'two' }])
  await reading.take(ended('own'))
  expect(reading.end).toEqual({ kind: 'completed' })
})

it('files are kept within a bound, once each, inside their folder whatever they are called; the rest is told of', async () => {
  const remote = join(folder, 'remote')
  const large = Buffer.alloc(64 * 1024 * 1024 + 1)
  expect(JSON.stringify(await reading.take(piece('t', [file(large, 'large.bin')], 'a')))).toContain('67108865 bytes): not kept, too large]')
  expect(existsSync(remote)).toBe(false)
  for (const [at, name] of ['../../../out.txt', String.raw`..\..\out.txt`, '\u0000\u202E.', '/etc/passwd'].entries()) {
    await reading.take(piece('t', [file(Buffer.from(`${at}`), name)], `b${at}`))
    await reading.take(piece('t', [file(Buffer.from(`${at}`), name)], `c${at}`))
  }
  expect(
    readdirSync(remote)
      .map((name) => name.replace(/^[0-9a-f]{12}-/, ''))
      .toSorted(),
  ).toEqual(['file', 'out.txt', 'out.txt', 'passwd'])
  expect(readdirSync(folder)).toEqual(['remote'])
})
