import { afterEach, beforeEach, expect, it } from 'vitest'
import { openRewindProject, type RewindProject } from '../testing/rewind-project.ts'
import { diffOfFile, listChanges } from './index.ts'

let project: RewindProject

beforeEach(async () => {
  project = await openRewindProject()
})
afterEach(() => project.close())

const lines = (...words: readonly string[]): string => `${words.join('\n')}\n`
const long = (first: string, last: string): string => lines(first, ...Array.from({ length: 20 }, (_, at) => `line ${at}`), last)

function edit(path: string, from: string, to: string): Promise<void> {
  return project.change('edit_file', { path, old_string: from, new_string: to })
}

async function states(): Promise<Record<string, string>> {
  const { files, turns } = await listChanges(project.storage, project.session)
  const ofTurns = turns.flatMap((turn, at) => turn.files.map(({ path, state }) => [`${turns.length - at}:${path}`, state]))
  return Object.fromEntries([...files.map(({ path, state }) => [path, state]), ...ofTurns])
}

it('takes one turn back under a later one, and says so', async () => {
  project.write('a.txt', long('top', 'end'))
  const first = project.prompt()
  await edit('a.txt', 'top', 'TOP')
  await project.change('write_file', { path: 'b.txt', content: 'new\n' })
  project.prompt()
  await edit('a.txt', 'end', 'END')
  expect(await states()).toEqual({ 'a.txt': 'ours', 'b.txt': 'ours', '1:a.txt': 'ours', '1:b.txt': 'ours', '2:a.txt': 'ours' })

  const { files, conflicts, rewindId } = await project.revert({ turnId: first })
  expect({ files, conflicts }).toEqual({
    files: [
      { path: 'a.txt', action: 'restore', takesTheirs: false },
      { path: 'b.txt', action: 'remove', takesTheirs: false },
    ],
    conflicts: [],
  })
  expect(project.read('a.txt').toString()).toBe(long('top', 'END'))
  expect(await states()).toEqual({ 'a.txt': 'ours', 'b.txt': 'reverted', '1:a.txt': 'reverted', '1:b.txt': 'reverted', '2:a.txt': 'ours' })

  await project.rewind(rewindId)
  expect(project.read('a.txt').toString()).toBe(long('TOP', 'END'))
  expect(await states()).toEqual({ 'a.txt': 'ours', 'b.txt': 'ours', '1:a.txt': 'ours', '1:b.txt': 'ours', '2:a.txt': 'ours' })
})

it('leaves a turn alone that a later one lies on top of', async () => {
  project.write('a.txt', long('top', 'end'))
  const first = project.prompt()
  await edit('a.txt', 'top', 'TOP')
  project.prompt()
  await edit('a.txt', 'TOP', 'Top!')
  expect(await project.revert({ turnId: first })).toMatchObject({ files: [], conflicts: [{ path: 'a.txt', reason: 'overlap' }] })
  expect(project.read('a.txt').toString()).toBe(long('Top!', 'end'))
})

it('takes one place of a file back and leaves the others, line ends and encoding included', async () => {
  const original = Buffer.from(`\ufeff${long('top', 'end').replaceAll('\n', '\r\n').trimEnd()}`, 'utf16le')
  project.write('a.txt', original)
  project.prompt()
  await edit('a.txt', 'top', 'TOP')
  await edit('a.txt', 'end', 'END')
  const { hunks } = await diffOfFile(project.storage, project.session, { path: 'a.txt', turnId: undefined })
  expect(hunks).toHaveLength(2)

  await project.revert({ path: 'a.txt', hunk: hunks[1]?.id ?? '' })
  expect(project.read('a.txt')).toEqual(Buffer.from(original.toString('utf16le').replace('top', 'TOP'), 'utf16le'))
  expect(await states()).toEqual({ 'a.txt': 'ours', '1:a.txt': 'ours' })
  await expect(project.revert({ path: 'a.txt', hunk: hunks[1]?.id ?? '' })).rejects.toMatchObject({ code: 'changes.hunk_gone' })

  await project.revert({ path: 'a.txt', hunk: hunks[0]?.id ?? '' })
  expect(project.read('a.txt')).toEqual(original)
  expect(await states()).toEqual({ 'a.txt': 'reverted', '1:a.txt': 'reverted' })
})

it('takes a turn back after one of its places and one of another turn were', async () => {
  project.write('a.txt', long('top', 'end'))
  project.prompt()
  await edit('a.txt', 'line 10', 'LINE 10')
  const second = project.prompt()
  await edit('a.txt', 'top', 'TOP')
  await edit('a.txt', 'end', 'END')
  for (const word of ['END', 'LINE 10']) {
    const { hunks } = await diffOfFile(project.storage, project.session, { path: 'a.txt', turnId: undefined })
    await project.revert({ path: 'a.txt', hunk: hunks.find(({ diff }) => diff.includes(`+${word}`))?.id ?? '' })
  }
  expect(project.read('a.txt').toString()).toBe(long('TOP', 'end'))
  await project.revert({ turnId: second })
  expect(project.read('a.txt').toString()).toBe(long('top', 'end'))
})

it('takes a whole file back to before the session, and not when somebody changed it', async () => {
  project.write('a.txt', 'mine\n')
  project.prompt()
  await project.change('write_file', { path: 'a.txt', content: 'one\n' })
  project.prompt()
  await project.change('write_file', { path: 'a.txt', content: 'two\n' })
  project.write('a.txt', 'mine again\n')
  expect(await states()).toEqual({ 'a.txt': 'changed', '1:a.txt': 'changed', '2:a.txt': 'changed' })
  expect(await project.revert({ path: 'a.txt' })).toMatchObject({ files: [], conflicts: [{ path: 'a.txt', reason: 'changed' }] })
  const { hunks } = await diffOfFile(project.storage, project.session, { path: 'a.txt', turnId: undefined })
  expect(hunks.every(({ id }) => id === null)).toBe(true)

  project.write('a.txt', 'two\n')
  await project.revert({ path: 'a.txt' })
  expect(project.read('a.txt').toString()).toBe('mine\n')
  await expect(project.revert({ path: 'never.txt' })).rejects.toMatchObject({ code: 'changes.unknown_file' })
})

it('says that an edit of somebody else between two of ours goes as well', async () => {
  const first = project.prompt()
  await project.change('write_file', { path: 'a.txt', content: 'one\n' })
  project.write('a.txt', 'theirs\n')
  await project.change('write_file', { path: 'a.txt', content: 'two\n' })
  expect(await project.rewind(first, { dryRun: true })).toMatchObject({ files: [{ path: 'a.txt', action: 'remove', takesTheirs: true }] })
})
