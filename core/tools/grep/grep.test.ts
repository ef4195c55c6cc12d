import iconv from 'iconv-lite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentText } from '../../contract/content-text.ts'
import { openToolProject, type ToolProject } from '../../testing/tool-project.ts'

let project: ToolProject
beforeEach(() => {
  project = openToolProject()
})
afterEach(() => project.close())

const grep = (pattern: string, more: object = {}): Promise<string> => project.text('grep', { pattern, ...more })

it('finds lines with their numbers, in the order of the paths', async () => {
  project.write('b.txt', 'zero\ntwo: x\n')
  project.write('a dir/中.txt', 'two\r\nthree\n')
  expect(await grep('two')).toBe('a dir/中.txt\n1:two\n\nb.txt\n2:two: x')
  expect(await grep('nothing like it')).toBe('No matches.')
})

it('lists files or counts when asked', async () => {
  project.write('a.txt', 'x\nx\n')
  project.write('b.txt', 'x\n')
  expect(await grep('x', { output_mode: 'files' })).toBe('a.txt\nb.txt')
  expect(await grep('x', { output_mode: 'count' })).toBe('a.txt:2\nb.txt:1')
  expect(await grep('x', { output_mode: 'count', path: 'a.txt' })).toBe('a.txt:2')
})

it('takes patterns that look like options for patterns', async () => {
  project.write('a.txt', '-foo\n--version\n-e\n')
  expect(await grep('-foo')).toBe('a.txt\n1:-foo')
  expect(await grep('--version')).toBe('a.txt\n2:--version')
  expect(await grep('-e')).toBe('a.txt\n2:--version\n3:-e'.replace('2:--version\n', ''))
})

it('narrows by name, folder and type without showing what .gitignore hides', async () => {
  project.write('.gitignore', '*.log\n')
  project.write('a.log', 'x\n')
  project.write('a.ts', 'x\n')
  project.write('src/lib/b.ts', 'x\n')
  project.write('src/c.py', 'x\n')
  expect(await grep('x', { output_mode: 'files', glob: '*.ts' })).toBe('a.ts\nsrc/lib/b.ts')
  expect(await grep('x', { output_mode: 'files', glob: '*.log' })).toBe('No matches.')
  expect(await grep('x', { output_mode: 'files', glob: 'src/**/*.ts' })).toBe('src/lib/b.ts')
  expect(await grep('x', { output_mode: 'files', glob: 'lib/*.ts', path: 'src' })).toBe('src/lib/b.ts')
  expect(await grep('x', { output_mode: 'files', type: 'py' })).toBe('src/c.py')
  expect(await grep('x', { output_mode: 'files', glob: '!*.ts' })).toBe('src/c.py')
})

it('searches a folder whose name looks like a pattern', async () => {
  project.write('app/[id]/page.tsx', 'hit\n')
  project.write('app/i/page.tsx', 'hit\n')
  expect(await grep('hit', { path: 'app/[id]' })).toBe('app/[id]/page.tsx\n1:hit')
})

it('shows the lines around, ignores case and crosses lines when asked', async () => {
  project.write('a.txt', '1\n2\nHIT\n4\n5\n6\n7\nhit\n')
  expect(await grep('hit', { context: 1, ignore_case: true })).toBe('a.txt\n2-2\n3:HIT\n4-4\n--\n7-7\n8:hit')
  expect(await grep('4.5', { multiline: true })).toBe('a.txt\n4:4\n5:5')
})

it('stops at a hundred hits, and at head_limit', async () => {
  project.write('a.txt', 'x\n'.repeat(5_000))
  const result = await project.call('grep', { pattern: 'x' })
  expect(result.meta).toEqual({ count: 100, files: 1, truncated: true })
  expect(contentText(result.content)).toMatch(/\n100:x\n\(stopped at 100 hits; narrow the pattern, or raise head_limit\)$/)
  expect(await grep('x', { head_limit: 2 })).toMatch(/^a\.txt\n1:x\n2:x\n\(stopped at 2 hits/)
})

it('cuts long lines between characters', async () => {
  project.write('a.txt', `${'中'.repeat(5_000)}\n`)
  const text = await grep('中')
  expect(text.length).toBeLessThan(600)
  expect(text).not.toContain('\ufffd')
})

it('gives the words of ripgrep for a bad pattern', async () => {
  project.write('a.txt', 'x\n')
  expect(await project.failure('grep', { pattern: '(' })).toContain('unclosed group')
})

// Not by file modes, which do not bind root: reading a process's memory from its start fails for everybody.
it.runIf(process.platform === 'linux')('gives partial hits where some files cannot be read', async () => {
  expect(await grep('Name:', { path: '/proc/self', glob: '{mem,status}' })).toMatch(
    /status\n\d+:Name:\trg\n[\s\S]*\(some files could not be searched: .*\/proc\/self\/(task\/.*\/)?mem/,
  )
})

it('reads nobody’s ripgrep configuration', async () => {
  project.write('a.txt', 'x\n')
  project.write('rc', '--invert-match\n')
  const result = await project.call('grep', { pattern: 'x' }, { env: { ...process.env, RIPGREP_CONFIG_PATH: project.path('rc') } })
  expect(contentText(result.content)).toBe('a.txt\n1:x')
})

describe('a file that is not UTF-8', () => {
  beforeEach(() => {
    project.write('gb.txt', iconv.encode('第一行\nvalue = 中文测试\n最后一行 value\n', 'gb18030'))
    project.write('latin.txt', Buffer.from('crème brûlée\nvalue = café\n', 'latin1'))
    project.write('utf16.txt', Buffer.from('\ufeffvalue = 中文 café\n', 'utf16le'))
    project.write('utf8.txt', 'value = 中文 café\n')
    project.write('empty.txt', '')
  })

  it('is shown in its own letters', async () => {
    expect(await grep('value')).toBe(
      'gb.txt\n2:value = 中文测试\n3:最后一行 value\n\nlatin.txt\n2:value = café\n\nutf16.txt\n1:value = 中文 café\n\nutf8.txt\n1:value = 中文 café',
    )
  })

  it('is found by letters that have other bytes there', async () => {
    expect(await grep('中文', { output_mode: 'files' })).toBe('gb.txt\nutf16.txt\nutf8.txt')
    expect(await grep('测试|caf\u00e9')).toBe(
      'gb.txt\n2:value = 中文测试\n\nlatin.txt\n2:value = café\n\nutf16.txt\n1:value = 中文 café\n\nutf8.txt\n1:value = 中文 café',
    )
    expect(await grep('brûlée', { output_mode: 'count' })).toBe('latin.txt:1')
    expect(await grep('行', { path: 'gb.txt', context: 1 })).toBe('gb.txt\n1:第一行\n2-value = 中文测试\n3:最后一行 value')
  })

  it('counts once, and no more than the limit is shown', async () => {
    expect((await project.call('grep', { pattern: 'value' })).meta).toEqual({ count: 5, files: 4, truncated: false })
    project.write('many.txt', iconv.encode('测试的内容 x\n'.repeat(500), 'gb18030'))
    const text = await grep('x', { path: 'many.txt', head_limit: 3 })
    expect(text).toBe(
      'many.txt\n1:测试的内容 x\n2:测试的内容 x\n3:测试的内容 x\n(stopped at 3 hits; narrow the pattern, or raise head_limit)',
    )
  })
})
