import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openRewindProject, SECRET, type RewindProject } from '../testing/rewind-project.ts'
import { contentHash } from '../tools/index.ts'
import { recordChange } from './index.ts'

let project: RewindProject

beforeEach(async () => {
  project = await openRewindProject()
})
afterEach(() => project.close())

const kept = (): string[] => readdirSync(join(project.sessionDir, 'pre-images')).toSorted()
const write = (path: string, content: string): Promise<void> => project.change('write_file', { path, content })

it('keeps each content once, packed where that pays, for nobody else to read', async () => {
  const long = 'the same line\n'.repeat(10_000)
  project.write('a.txt', long)
  project.write('b.txt', long)
  const first = project.prompt()
  for (const path of ['a.txt', 'b.txt']) for (const content of ['short\n', long, 'short\n']) await write(path, content)
  const hashes = [`${contentHash(Buffer.from(long))}.zst`, contentHash(Buffer.from('short\n'))]
  expect(kept()).toEqual(hashes.toSorted())
  for (const name of kept()) {
    const { mode, size } = statSync(join(project.sessionDir, 'pre-images', name))
    expect([(mode & 0o777).toString(8), size < 1_000]).toEqual(['600', true])
  }
  await project.rewind(first)
  expect([project.read('a.txt'), project.read('b.txt')].map(String)).toEqual([long, long])
})

it('copies no content that holds a key of a provider, and says that it cannot be brought back', async () => {
  project.write('a.txt', `KEY=${SECRET}\n`)
  const first = project.prompt()
  await write('a.txt', 'second\n')
  expect(existsSync(join(project.sessionDir, 'pre-images'))).toBe(false)
  expect(await project.rewind(first)).toMatchObject({ files: [], conflicts: [{ path: 'a.txt', reason: 'expired' }] })
  expect(project.read('a.txt').toString()).toBe('second\n')
})

it('leaves a file alone whose earlier content is no longer there, or not whole', async () => {
  project.write('a.txt', 'first\n')
  const first = project.prompt()
  await write('a.txt', 'second\n')
  writeFileSync(join(project.sessionDir, 'pre-images', kept()[0] ?? ''), 'firs')
  expect(await project.rewind(first)).toMatchObject({ files: [], conflicts: [{ path: 'a.txt', reason: 'expired' }] })
  expect(project.read('a.txt').toString()).toBe('second\n')
})

it('knows a change that was announced and never made for what it is', async () => {
  project.write('a.txt', 'first\n')
  const first = project.prompt()
  await write('a.txt', 'second\n')
  const second = project.prompt()
  // The process dies between keeping the file and writing it.
  const source = { turnId: second, toolCallId: 'call_dead', rewindId: null }
  await recordChange(project.storage.checkpoints, project.session, { path: project.path('a.txt'), after: Buffer.from('third\n'), source })
  expect(await project.rewind(second)).toMatchObject({ files: [], conflicts: [] })
  await project.rewind(first)
  expect(project.read('a.txt').toString()).toBe('first\n')
})
