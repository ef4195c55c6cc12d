import { chmodSync, linkSync, statSync, symlinkSync, lstatSync, utimesSync, writeFileSync } from 'node:fs'
import iconv from 'iconv-lite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openToolProject, type ToolProject } from '../../testing/tool-project.ts'

let project: ToolProject
beforeEach(() => {
  project = openToolProject()
})
afterEach(() => project.close())

async function edit(path: string, oldString: string, newString: string, replaceAll = false): Promise<string> {
  await project.call('read_file', { path })
  return project.text('edit_file', { path, old_string: oldString, new_string: newString, replace_all: replaceAll })
}

describe('bytes that were not edited', () => {
  it('keep mixed line ends at the places of the lines they end', async () => {
    project.write('f.txt', 'a\r\nb\nc\r\nd\n')
    await edit('f.txt', 'a\nb\nc', 'A\nB\nC')
    expect(project.read('f.txt').toString()).toBe('A\r\nB\nC\r\nd\n')
  })

  it('are not risked in a charset that is not known: such a file can be read only', async () => {
    const shiftJis = iconv.encode('プログラムの設定\nvalue=1\n漢字かな\n', 'shift_jis')
    project.write('f.ini', shiftJis)
    expect(await project.text('read_file', { path: 'f.ini' })).toContain('2\tvalue=1')
    expect(await project.failure('edit_file', { path: 'f.ini', old_string: 'value=1', new_string: 'value=2' })).toContain('left alone')
    expect(project.read('f.ini')).toEqual(shiftJis)
  })
})

describe('what is spliced in', () => {
  it('is literal, dollar signs included', async () => {
    project.write('a.txt', 'one\ntwo\nthree\n')
    await edit('a.txt', 'two', "TWO $& $1 $$ $` $' 你好🦀")
    expect(project.read('a.txt').toString()).toBe("one\nTWO $& $1 $$ $` $' 你好🦀\nthree\n")
  })

  it('is refused when the file’s encoding cannot hold it', async () => {
    const before = Buffer.from('caf\u00e9\nx\n', 'latin1')
    project.write('f.txt', before)
    await project.call('read_file', { path: 'f.txt' })
    expect(await project.failure('edit_file', { path: 'f.txt', old_string: 'x', new_string: '中' })).toContain('latin1')
    expect(project.read('f.txt')).toEqual(before)
  })

  it('may be given under the name file_path', async () => {
    project.write('f.txt', 'x\n')
    await project.call('read_file', { path: 'f.txt' })
    await project.call('edit_file', { file_path: 'f.txt', old_string: 'x', new_string: 'y' })
    expect(project.read('f.txt').toString()).toBe('y\n')
  })
})

describe('finding the place', () => {
  it('refuses two places, names their lines, and takes both with replace_all', async () => {
    project.write('f.txt', 'x = 1\ny\nx = 1\n')
    await project.call('read_file', { path: 'f.txt' })
    expect(await project.failure('edit_file', { path: 'f.txt', old_string: 'x = 1', new_string: 'x = 2' })).toContain(
      '2 times in f.txt (lines 1, 3)',
    )
    expect(await edit('f.txt', 'x = 1', 'x = 2', true)).toContain('2 places')
    expect(project.read('f.txt').toString()).toBe('x = 2\ny\nx = 2\n')
  })

  it('counts overlapping places as two', async () => {
    project.write('f.txt', 'aaa\n')
    await project.call('read_file', { path: 'f.txt' })
    expect(await project.failure('edit_file', { path: 'f.txt', old_string: 'aa', new_string: 'b' })).toContain('2 times')
  })

  it('accepts whole lines that differ in spacing only, keeps the file’s indentation and says so', async () => {
    project.write('f.ts', 'function a() {\n\tif (x) {\n\t\treturn  1\n\t}\n}\n')
    const answer = await edit('f.ts', '  if (x) {\n    return 1\n  }', '  if (x) {\n    log(x)\n    return 2\n  }')
    expect(answer).toContain('lines 2-4')
    expect(answer).toContain('spaces or tabs only')
    expect(project.read('f.ts').toString()).toBe('function a() {\n\tif (x) {\n\t\tlog(x)\n\t\treturn 2\n\t}\n}\n')
  })

  it('does not take spacing lightly when two places would do', async () => {
    project.write('f.py', 'if a:\n    go()\nif b:\n        go()\n')
    await project.call('read_file', { path: 'f.py' })
    expect(await project.failure('edit_file', { path: 'f.py', old_string: '\tgo()', new_string: '\tstop()' })).toContain('2 times')
  })

  it('leaves the file alone when one middle line is wrong, and shows the nearest place', async () => {
    const before = 'function a() {\n  const x = 1\n  return x\n}\n\nfunction b() {\n  const x = 2\n  return x\n}\n'
    project.write('f.ts', before)
    await project.call('read_file', { path: 'f.ts' })
    const words = await project.failure('edit_file', {
      path: 'f.ts',
      old_string: 'function b() {\n  const x = 3\n  return x\n}',
      new_string: 'function b() {}',
    })
    expect(words).toContain('nearest is at line 6')
    expect(words).toContain('7\t  const x = 2')
    expect(project.read('f.ts').toString()).toBe(before)
  })

  it('says when old and new are the same, and when the file is missing', async () => {
    project.write('config.ts', 'x\n')
    await project.call('read_file', { path: 'config.ts' })
    expect(await project.failure('edit_file', { path: 'config.ts', old_string: 'x', new_string: 'x' })).toContain('the same')
    expect(await project.failure('edit_file', { path: 'confg.ts', old_string: 'x', new_string: 'y' })).toContain('Did you mean config.ts?')
  })
})

describe('reading first', () => {
  it('is required', async () => {
    project.write('f.txt', 'x\n')
    expect(await project.failure('edit_file', { path: 'f.txt', old_string: 'x', new_string: 'y' })).toContain('has not been read')
  })

  it('notices other bytes of the same size and time', async () => {
    project.write('f.txt', 'x\n')
    const { atime, mtime } = statSync(project.path('f.txt'))
    await project.call('read_file', { path: 'f.txt' })
    writeFileSync(project.path('f.txt'), 'z\n')
    utimesSync(project.path('f.txt'), atime, mtime)
    expect(await project.failure('edit_file', { path: 'f.txt', old_string: 'z', new_string: 'y' })).toContain('has changed since')
    expect(project.read('f.txt').toString()).toBe('z\n')
  })

  it('is not undone by a touch', async () => {
    project.write('f.txt', 'x\n')
    await project.call('read_file', { path: 'f.txt' })
    utimesSync(project.path('f.txt'), new Date(0), new Date(0))
    await project.call('edit_file', { path: 'f.txt', old_string: 'x', new_string: 'y' })
    expect(project.read('f.txt').toString()).toBe('y\n')
  })

  it('holds through a link for the file behind it', async () => {
    project.write('real.txt', 'x\n')
    symlinkSync('real.txt', project.path('link.txt'))
    await project.call('read_file', { path: 'link.txt' })
    await project.call('edit_file', { path: 'real.txt', old_string: 'x', new_string: 'y' })
    expect(project.read('real.txt').toString()).toBe('y\n')
  })
})

describe('the file itself', () => {
  it('gets all of five edits made at once', async () => {
    project.write('f.txt', 'a\nb\nc\nd\ne\n')
    await project.call('read_file', { path: 'f.txt' })
    await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((letter) =>
        project.call('edit_file', { path: 'f.txt', old_string: letter, new_string: `${letter}${letter}` }),
      ),
    )
    expect(project.read('f.txt').toString()).toBe('aa\nbb\ncc\ndd\nee\n')
  })

  it('keeps its mode', async () => {
    project.write('run.sh', '#!/bin/sh\necho 1\n')
    chmodSync(project.path('run.sh'), 0o751)
    await edit('run.sh', 'echo 1', 'echo 2')
    expect(statSync(project.path('run.sh')).mode & 0o7777).toBe(0o751)
  })

  it('is the one a link points to, and the link stays', async () => {
    project.write('dir/real.txt', 'x\n')
    symlinkSync('dir/real.txt', project.path('link.txt'))
    await edit('link.txt', 'x', 'y')
    expect([lstatSync(project.path('link.txt')).isSymbolicLink(), project.read('dir/real.txt').toString()]).toEqual([true, 'y\n'])
  })

  it('is still the same file under its other name', async () => {
    project.write('a.txt', 'long content\n')
    linkSync(project.path('a.txt'), project.path('b.txt'))
    await edit('a.txt', 'long content', 'short')
    expect([project.read('b.txt').toString(), statSync(project.path('b.txt')).nlink]).toEqual(['short\n', 2])
  })

  it('is left alone when it is not text', async () => {
    const bytes = Buffer.from([1, 2, 0, 255, 254, 120, 10])
    project.write('f.bin', bytes)
    expect(await project.failure('edit_file', { path: 'f.bin', old_string: 'x', new_string: 'y' })).toContain('left alone')
    expect(project.read('f.bin')).toEqual(bytes)
  })
})

describe('what the window gets', () => {
  it('is a unified diff with counts, the same in the preview', async () => {
    project.write('src/a.txt', '1\n2\n3\n4\n5\n6\n7\n8\n9\n')
    await project.call('read_file', { path: 'src/a.txt' })
    const input = { path: project.path('src/a.txt'), old_string: '8', new_string: 'eight\n8½' }
    const preview = await project.tool('edit_file').preview?.(input, project.context)
    const { meta } = await project.call('edit_file', input)
    expect(meta).toEqual({
      path: 'src/a.txt',
      diff: '--- a/src/a.txt\n+++ b/src/a.txt\n@@ -5,5 +5,6 @@\n 5\n 6\n 7\n-8\n+eight\n+8½\n 9\n',
      added: 2,
      removed: 1,
    })
    expect(preview).toBe(meta.diff)
  })
})
