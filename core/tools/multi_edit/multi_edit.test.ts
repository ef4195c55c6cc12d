import { chmodSync, linkSync, lstatSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openToolProject, type ToolProject } from '../../testing/tool-project.ts'

let project: ToolProject
beforeEach(() => {
  project = openToolProject()
})
afterEach(() => project.close())

const edit = (oldString: string, newString: string, replaceAll?: boolean) => ({
  old_string: oldString,
  new_string: newString,
  ...(replaceAll !== undefined && { replace_all: replaceAll }),
})

describe('several edits of one file', () => {
  it('are made in order, each in what the ones before it left, and told as one diff', async () => {
    project.write('a.txt', 'one\ntwo\nthree\n')
    await project.call('read_file', { path: 'a.txt' })
    const input = { path: 'a.txt', edits: [edit('one', 'first'), edit('first\ntwo', "first $&\n2 $'"), edit('e', 'E', true)] }
    const preview = await project.tool('multi_edit').preview?.(input, project.context)
    const { meta, content } = await project.call('multi_edit', input)
    expect(project.read('a.txt').toString()).toBe("first $&\n2 $'\nthrEE\n")
    expect(meta).toEqual({
      path: 'a.txt',
      diff: "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n-one\n-two\n-three\n+first $&\n+2 $'\n+thrEE\n",
      added: 3,
      removed: 3,
    })
    expect(preview).toBe(meta.diff)
    expect(content).toEqual([{ type: 'text', text: 'Edited a.txt: 3 edits.\n1. 1 place.\n2. 1 place.\n3. 2 places.' }])
  })

  it('are all or none: the one that failed is named, and not a byte is changed', async () => {
    project.write('a.txt', 'one\ntwo\ntwo\n')
    await project.call('read_file', { path: 'a.txt' })
    const { ino, mtimeMs } = statSync(project.path('a.txt'))
    const words = await project.failure('multi_edit', { path: 'a.txt', edits: [edit('one', '1'), edit('two', '2'), edit('x', 'y')] })
    expect(words).toContain('Edit 2 of 3 failed, so none was made. old_string stands 2 times')
    expect(project.read('a.txt').toString()).toBe('one\ntwo\ntwo\n')
    expect(statSync(project.path('a.txt'))).toMatchObject({ ino, mtimeMs })
  })

  it('that come to nothing are told as that', async () => {
    project.write('a.txt', 'one\n')
    await project.call('read_file', { path: 'a.txt' })
    expect(await project.failure('multi_edit', { path: 'a.txt', edits: [edit('one', 'two'), edit('two', 'one')] })).toContain('cancel')
    expect(await project.failure('multi_edit', { path: 'a.txt', edits: [edit('one', 'one')] })).toContain('the same')
  })

  it('need the file to have been read as it is', async () => {
    project.write('a.txt', 'one\n')
    expect(await project.failure('multi_edit', { path: 'a.txt', edits: [edit('one', '1')] })).toContain('has not been read')
    await project.call('read_file', { path: 'a.txt' })
    project.write('a.txt', 'one more\n')
    expect(await project.failure('multi_edit', { file_path: 'a.txt', edits: [edit('one', '1')] })).toContain('has changed since')
    expect(project.read('a.txt').toString()).toBe('one more\n')
  })

  it('are refused together when the encoding cannot hold one of them', async () => {
    const before = Buffer.from('caf\u00e9\nx\ny\n', 'latin1')
    project.write('f.txt', before)
    await project.call('read_file', { path: 'f.txt' })
    expect(await project.failure('multi_edit', { path: 'f.txt', edits: [edit('x', 'X'), edit('y', '中')] })).toContain('latin1')
    expect(project.read('f.txt')).toEqual(before)
  })

  it('wait for and see the edits of other calls at the same time', async () => {
    project.write('f.txt', 'a\nb\nc\nd\n')
    await project.call('read_file', { path: 'f.txt' })
    await Promise.all([
      project.call('multi_edit', { path: 'f.txt', edits: [edit('a', 'A'), edit('b', 'B')] }),
      project.call('edit_file', { path: 'f.txt', ...edit('c', 'C') }),
      project.call('multi_edit', { path: 'f.txt', edits: [edit('d', 'D'), edit('D', 'DD')] }),
    ])
    expect(project.read('f.txt').toString()).toBe('A\nB\nC\nDD\n')
  })

  it('leave the file the one it was: mode, link and second name stay', async () => {
    project.write('real.sh', 'echo 1\necho 2\n')
    chmodSync(project.path('real.sh'), 0o751)
    symlinkSync('real.sh', project.path('link.sh'))
    linkSync(project.path('real.sh'), project.path('other.sh'))
    await project.call('read_file', { path: 'link.sh' })
    await project.call('multi_edit', { path: 'link.sh', edits: [edit('echo 1', 'echo one'), edit('echo 2', 'echo two')] })
    expect(readFileSync(project.path('other.sh'), 'utf8')).toBe('echo one\necho two\n')
    expect([statSync(project.path('real.sh')).mode & 0o7777, lstatSync(project.path('link.sh')).isSymbolicLink()]).toEqual([0o751, true])
  })
})
