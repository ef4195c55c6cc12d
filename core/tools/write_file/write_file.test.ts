import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openToolProject, type ToolProject } from '../../testing/tool-project.ts'

let project: ToolProject
beforeEach(() => {
  project = openToolProject()
})
afterEach(() => project.close())

it('makes a file and its folders, and reports it as created', async () => {
  const result = await project.call('write_file', { path: 'a/b c/新.txt', content: 'one\ntwo\n' })
  expect(project.read('a/b c/新.txt').toString()).toBe('one\ntwo\n')
  expect(result).toEqual({
    content: [{ type: 'text', text: 'Created a/b c/新.txt (2 lines, 8 bytes).' }],
    meta: {
      path: 'a/b c/新.txt',
      diff: '--- /dev/null\n+++ b/a/b c/新.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n',
      added: 2,
      removed: 0,
      created: true,
    },
  })
})

it('replaces only what was read and is unchanged', async () => {
  project.write('f.txt', 'old\n')
  expect(await project.failure('write_file', { path: 'f.txt', content: 'new\n' })).toContain('has not been read')
  await project.call('read_file', { path: 'f.txt' })
  writeFileSync(project.path('f.txt'), 'else\n')
  expect(await project.failure('write_file', { path: 'f.txt', content: 'new\n' })).toContain('has changed since')
  expect(project.read('f.txt').toString()).toBe('else\n')
  await project.call('read_file', { path: 'f.txt' })
  await project.call('write_file', { path: 'f.txt', content: 'new\n' })
  await project.call('edit_file', { path: 'f.txt', old_string: 'new', new_string: 'newer' })
  expect(project.read('f.txt').toString()).toBe('newer\n')
})

it('makes the same file for two calls at once, one after the other', async () => {
  const [one, two] = ['one\n'.repeat(5_000), 'two\n'.repeat(5_000)]
  const made = await Promise.all([one, two].map((content) => project.call('write_file', { path: 'f.txt', content })))
  // The later one, whichever it is, knows the file: the session itself wrote it.
  expect(made.filter(({ meta }) => meta?.created)).toHaveLength(1)
  expect([one, two]).toContain(project.read('f.txt').toString())
})

it('keeps mode, encoding, byte order mark and uniform line ends of the file it replaces', async () => {
  project.write('f.bat', Buffer.from('\ufeffecho 1\r\necho 2\r\n', 'utf16le'))
  chmodSync(project.path('f.bat'), 0o755)
  await project.call('read_file', { path: 'f.bat' })
  await project.call('write_file', { path: 'f.bat', content: 'echo 3\necho 中\n' })
  expect(project.read('f.bat').toString('utf16le')).toBe('\ufeffecho 3\r\necho 中\r\n')
  expect(statSync(project.path('f.bat')).mode & 0o777).toBe(0o755)
})

it('writes through a link, also one that points to nothing yet, and leaves nothing beside', async () => {
  symlinkSync('real.txt', project.path('link.txt'))
  await project.call('write_file', { path: 'link.txt', content: 'x' })
  expect(lstatSync(project.path('link.txt')).isSymbolicLink()).toBe(true)
  expect(project.read('real.txt').toString()).toBe('x')
  expect(readdirSync(project.root).sort()).toEqual(['link.txt', 'real.txt'])
})

it('says what is in the way', async () => {
  project.write('file', 'x')
  project.write('dir/x', '')
  expect(await project.failure('write_file', { path: 'dir', content: '' })).toBe('dir is a folder.')
  expect(await project.failure('write_file', { path: 'file/below', content: '' })).toContain('file/below: a part of the path is a file')
})

it('shows the change beforehand without making it', async () => {
  project.write('f.txt', 'a\nb\n')
  const preview = await project.tool('write_file').preview?.({ path: 'f.txt', content: 'a\nc\n' }, project.context)
  expect(preview).toBe('--- a/f.txt\n+++ b/f.txt\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n')
  expect(readFileSync(join(project.root, 'f.txt'), 'utf8')).toBe('a\nb\n')
})
