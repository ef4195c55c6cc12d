import { existsSync, readdirSync, statSync, truncateSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openInstaller, tempProject, zipFile, type TempProject, type ZipEntry } from '../../testing/index.ts'
import type { Installer } from './index.ts'

const text = (body: string, description = 'greets') =>
  `---\nname: greet\ndescription: ${description}\nallowed-tools: Bash(git *), Read\n---\n\n${body}\n`

let base: TempProject
let installer: Installer
beforeEach(() => {
  base = tempProject({
    'project/a.txt': 'x',
    'home/x': '',
    'source/greet/SKILL.md': text('one\n\ntwo\n\nthree'),
    'source/greet/scripts/a.sh': 'echo a\n',
  })
  installer = open()
})
afterEach(async () => {
  await installer.close()
  base.close()
})

const open = (): Installer => openInstaller(base.path('home'))
const where = { level: 'project', projectRoot: '' } as const
const here = () => ({ ...where, projectRoot: base.path('project') })
const signal = new AbortController().signal
const look = (source = base.path('source/greet')) => installer.preview({ source }, here(), signal)
const confirm = (previewId: string, acceptCritical = false) =>
  installer.confirm(previewId, { projectRoot: base.path('project'), acceptCritical })
const listing = () => (base.has('project/.mewcode/skills') ? readdirSync(base.path('project/.mewcode/skills')).sort() : [])

const zip = (...entries: readonly ZipEntry[]): string => {
  base.write('source/greet.skill', zipFile([{ path: 'greet/SKILL.md', content: text('zipped') }, ...entries]))
  return base.path('source/greet.skill')
}

it('reads archives, runs of a program kept, links and devices left out', async () => {
  const file = zip(
    { path: 'greet/run.sh', content: 'x', mode: 0o100755 },
    { path: 'greet/passwd', content: '/etc/passwd', mode: 0o120777 },
    { path: 'greet/device', content: '', mode: 0o020666 },
    { path: 'greet/pipe', content: '', mode: 0o010666 },
  )
  const shown = await look(file)
  expect(shown).toMatchObject({ id: 'greet', files: [{ path: 'SKILL.md' }, { path: 'run.sh' }], leftOut: ['passwd', 'device', 'pipe'] })
  await confirm(shown.previewId)
  expect(statSync(base.path('project/.mewcode/skills/greet/run.sh')).mode & 0o111).not.toBe(0)
})

it('looks into no archive that is very large', async () => {
  truncateSync(zip(), 32 * 1024 * 1024 + 1)
  await expect(look(base.path('source/greet.skill'))).rejects.toMatchObject({ code: 'install.file_too_large' })
  expect(listing()).toEqual([])
})

it('looks into no archive with more entries than any skill has', async () => {
  // With its SKILL.md it is one too many.
  const entries = Array.from({ length: 20_000 }, (_, n) => ({ path: `greet/${n}`, content: '' }))
  await expect(look(zip(...entries))).rejects.toMatchObject({ code: 'install.too_many_files', params: { limit: '20000' } })
})

it.each<[string, ZipEntry, string]>([
  ['a way up', { path: 'greet/../../../up.txt', content: 'x' }, 'install.unsafe_path'],
  ['a way up with backslashes', { path: 'greet\\..\\..\\up.txt', content: 'x' }, 'install.unsafe_path'],
  ['an absolute path', { path: '/tmp/up.txt', content: 'x' }, 'install.unsafe_path'],
  ['a drive', { path: 'C:/up.txt', content: 'x' }, 'install.unsafe_path'],
  ['a device', { path: 'greet/nul.txt', content: 'x' }, 'install.unsafe_path'],
  ['twins on a disk without capitals', { path: 'greet/skill.MD', content: 'x' }, 'install.unsafe_path'],
  ['the same name twice', { path: 'greet/SKILL.md', content: 'x' }, 'install.unsafe_path'],
  ['hidden characters', { path: 'greet/a\u202eb.md', content: 'x' }, 'install.unsafe_path'],
  ['more than was announced', { path: 'greet/bomb', content: Buffer.alloc(3 * 1024 * 1024), announced: 10 }, 'install.bad_archive'],
  ['too much of one file', { path: 'greet/large', content: Buffer.alloc(1024 * 1024 + 1) }, 'install.file_too_large'],
])('refuses an archive with %s, and leaves nothing', async (_, entry, code) => {
  await expect(look(zip(entry))).rejects.toMatchObject({ code })
  expect(listing()).toEqual([])
  expect(existsSync(base.path('up.txt'))).toBe(false)
})
