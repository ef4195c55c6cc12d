import { symlinkSync, utimesSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { contentText } from '../../contract/content-text.ts'
import { openToolProject, type ToolProject } from '../../testing/tool-project.ts'

let project: ToolProject
beforeEach(() => {
  project = openToolProject()
})
afterEach(() => project.close())

function put(path: string, second: number): void {
  project.write(path, 'x')
  utimesSync(project.path(path), second, second)
}

const glob = (pattern: string, path?: string): Promise<string> => project.text('glob', { pattern, path })

it('finds by pattern, newest first', async () => {
  put('src/old.ts', 1_000)
  put('src/deep/new.ts', 3_000)
  put('top.ts', 2_000)
  put('src/other.js', 4_000)
  expect(await glob('**/*.ts')).toBe('src/deep/new.ts\ntop.ts\nsrc/old.ts')
  expect(await glob('*.ts')).toBe('src/deep/new.ts\ntop.ts\nsrc/old.ts')
  expect(await glob('src/*.{ts,js}')).toBe('src/other.js\nsrc/old.ts')
  expect(await glob('*.ts', 'src/deep')).toBe('src/deep/new.ts')
  expect(await glob('*.py')).toBe('No files match.')
})

it('respects .gitignore without a repository and leaves hidden files out unless they are named', async () => {
  project.write('.gitignore', '*.log\nbuild/\n')
  put('a.log', 1)
  put('build/a.txt', 1)
  put('kept.txt', 1)
  put('.github/workflows/ci.yml', 1)
  put('.git/config', 1)
  expect(await glob('**/*.log')).toBe('No files match.')
  expect(await glob('**/*.txt')).toBe('kept.txt')
  expect(await glob('**/*.yml')).toBe('No files match.')
  expect(await glob('.github/**/*.yml')).toBe('.github/workflows/ci.yml')
  expect(await glob('**/.github/**')).toBe('.github/workflows/ci.yml')
})

it('takes names with brackets, braces and parentheses for what they are', async () => {
  put('app/[id]/page.tsx', 3)
  put('app/[id]/deep/page.tsx', 2)
  put('app/i/page.tsx', 4)
  put('app/(group)/{x}.tsx', 1)
  expect(await glob('app/[id]/*.tsx')).toBe('app/[id]/page.tsx')
  expect(await glob('app/[id]/page.tsx')).toBe('app/[id]/page.tsx')
  expect(await glob('app/(group)/{x}.tsx')).toBe('app/(group)/{x}.tsx')
  expect(await glob('**/*.tsx', 'app/[id]')).toBe('app/[id]/page.tsx\napp/[id]/deep/page.tsx')
})

it('shows a hundred and says how many more', async () => {
  for (let n = 0; n < 130; n++) put(`f${n}.txt`, 1_000 + n)
  const result = await project.call('glob', { pattern: '*.txt' })
  const lines = contentText(result.content).split('\n')
  expect([lines.length, lines[0], lines[100]]).toEqual([101, 'f129.txt', '(30 more; narrow the pattern)'])
  expect(result.meta).toEqual({ count: 130, truncated: true })
})

it('names the place a pattern leads to, for permission', () => {
  const { paths } = project.tool('glob')
  expect(paths({ pattern: '**/*.ts' })).toEqual(['.'])
  expect(paths({ pattern: 'src/*.ts', path: 'a' })).toEqual(['a/src'])
  expect(paths({ pattern: 'app/[id]/page.tsx' })).toEqual(['app/[id]/page.tsx'])
  expect(paths({ pattern: '/etc/*.conf' })).toEqual(['/etc/'])
  expect(paths({ pattern: '../other/*.ts', path: 'src' })).toEqual(['other'])
  expect(paths({ pattern: '../../*' })).toEqual(['../..'])
})

it('does not walk through a name that holds a wildcard: it may be a link to anywhere', async () => {
  project.write('in/here.txt', 'x')
  symlinkSync('/etc', project.path('l*'))
  symlinkSync('/etc', project.path('?'))
  expect(await glob('l*/host*')).toBe('No files match.')
  expect(await glob('?/host*')).toBe('No files match.')
  expect(await project.failure('glob', { pattern: 'l*/../../*' })).toContain('steps up')
})

it.each([
  '*a*a*a*a*a*b',
  '+(*a|a)b',
  '(*a)+b',
  '**/+(+(a))b',
  '**/x/**/x/**/x/**/x/**/y',
  '[a]+[a]+[a]+[a]+b',
  '{a,aa}{a,aa}{a,aa}{a,aa}{a,aa}b',
])('refuses %s, which could take for ever on a long name', async (pattern) => {
  project.write('a'.repeat(200), '')
  expect(await project.failure('glob', { pattern })).toContain('too many wildcards')
  expect(await project.failure('grep', { pattern: 'x', glob: `**/${pattern}` })).toContain('too many wildcards')
})

it('finds the same whether ripgrep narrows by name or not', async () => {
  for (const name of ['a.ts', 'b.TS', 'c.test.ts', 'd.js', 'x1.md', 'x2.md', 'x[1].md', 'e{f}.md']) put(`dir/${name}`, 1)
  const sorted = async (pattern: string): Promise<string> => (await glob(pattern)).split('\n').toSorted().join(' ')
  expect(await sorted('**/*.ts')).toBe('dir/a.ts dir/c.test.ts')
  expect(await sorted('dir/?.{ts,js}')).toBe('dir/a.ts dir/d.js')
  expect(await sorted('**/*.{ts,md}')).toBe('dir/a.ts dir/c.test.ts dir/e{f}.md dir/x1.md dir/x2.md dir/x[1].md')
  expect(await sorted('**/x{1..2}.md')).toBe('dir/x1.md dir/x2.md')
  expect(await sorted('**/x[12].md')).toBe('dir/x1.md dir/x2.md')
  expect(await sorted('dir/**')).toBe('dir/a.ts dir/b.TS dir/c.test.ts dir/d.js dir/e{f}.md dir/x1.md dir/x2.md dir/x[1].md')
})
