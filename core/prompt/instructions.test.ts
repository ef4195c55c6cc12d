import { mkdirSync, symlinkSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tempProject, type TempProject } from '../testing/index.ts'
import { folderInstructions, projectInstructions } from './instructions.ts'

let world: TempProject

beforeEach(() => {
  world = tempProject({}, { folder: 'w' })
  for (const folder of ['repo/.git', 'repo/app', 'home']) mkdirSync(world.path(folder), { recursive: true })
})
afterEach(() => world.close())

const places = (projectRoot = world.path('repo/app')) => ({ projectRoot, home: world.path('home'), isTrusted: true })
const texts = async () => (await projectInstructions(places())).map(({ file, text }) => [file, text])
const textOf = async (content: string, name = 'MEWCODE.md') => {
  world.write(`repo/app/${name}`, content)
  return (await projectInstructions(places())).find(({ file }) => file === name)?.text
}

describe('which files speak', () => {
  it('reads the user, then each folder from the repository down, then .mewcode', async () => {
    world.write('home/MEWCODE.md', 'user')
    world.write('CLAUDE.md', 'above the repository')
    world.write('repo/AGENTS.md', 'top')
    world.write('repo/CLAUDE.md', 'top, third name')
    world.write('repo/app/CLAUDE.md', 'app')
    world.write('repo/app/.mewcode/MEWCODE.md', 'app, .mewcode')
    expect(await texts()).toEqual([
      ['~/.mewcode/MEWCODE.md', 'user'],
      ['../AGENTS.md', 'top'],
      ['CLAUDE.md', 'app'],
      ['.mewcode/MEWCODE.md', 'app, .mewcode'],
    ])
  })

  it('marks the words of a folder that is not trusted', async () => {
    world.write('home/MEWCODE.md', 'user')
    world.write('repo/app/AGENTS.md', 'theirs')
    const read = await projectInstructions({ ...places(), isTrusted: false })
    expect(read.map(({ from }) => from)).toEqual(['user', 'untrusted project'])
  })

  it('gives what the folders below say for the files in them, outermost first, and nothing for files outside', async () => {
    world.write('repo/app/AGENTS.md', 'app')
    world.write('repo/app/src/AGENTS.md', 'src')
    world.write('repo/app/src/ui/CLAUDE.md', 'ui')
    world.write('repo/other/AGENTS.md', 'other')
    const read = await folderInstructions(['src/ui/a.ts', 'src/b.ts', 'c.ts', '../other/x.ts', '/etc/passwd'], places())
    expect(read.map(({ file, text }) => [file, text])).toEqual([
      ['src/AGENTS.md', 'src'],
      ['src/ui/CLAUDE.md', 'ui'],
    ])
  })

  it('keeps the nearest whole when all of it is longer than 40 KB', async () => {
    world.write('home/MEWCODE.md', 'far\n'.repeat(5_000))
    world.write('repo/AGENTS.md', 'top\n'.repeat(5_000))
    world.write('repo/app/AGENTS.md', 'near\n'.repeat(5_000))
    const sizes = (await projectInstructions(places())).map(({ text }) => Buffer.byteLength(text))
    expect(sizes[2]).toBe(24_999)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(40 * 1024 + 300)
    expect((await projectInstructions(places()))[0]?.text).toMatch(/^<!-- \d+ bytes are left out/)
  })
})

describe('includes', () => {
  it('puts the file in place, its own includes too', async () => {
    world.write('repo/app/docs/a.md', 'A\n@include b.md')
    world.write('repo/app/docs/b.md', 'B')
    expect(await textOf('one\n@include docs/a.md\ntwo')).toBe('one\nA\nB\ntwo')
  })

  it('takes @path in CLAUDE.md alone, and never in code', async () => {
    world.write('repo/app/a.md', 'A')
    expect(await textOf('See @a.md.\n`@a.md`\n```\n@a.md\n```', 'CLAUDE.md')).toBe('See @a.md.\nA\n`@a.md`\n```\n@a.md\n```')
    expect(await textOf('See @a.md.')).toBe('See @a.md.')
  })

  it('includes the same file twice, since that is no circle', async () => {
    world.write('repo/app/a.md', 'A')
    expect(await textOf('@include a.md\n@include a.md')).toBe('A\nA')
  })

  it('stops where a file would include itself, through others and through links too', async () => {
    world.write('repo/app/a.md', 'A\n@include b.md')
    world.write('repo/app/b.md', 'B\n@include link.md')
    symlinkSync(world.path('repo/app/a.md'), world.path('repo/app/link.md'))
    expect(await textOf('@include a.md')).toBe('A\nB\n<!-- link.md is left out: it includes itself -->')
  })

  it('goes five files deep', async () => {
    for (let depth = 1; depth <= 6; depth += 1) world.write(`repo/app/${depth}.md`, `${depth}\n@include ${depth + 1}.md`)
    expect(await textOf('@include 1.md')).toBe('1\n2\n3\n4\n5\n<!-- 6.md is left out: more than 5 files deep -->')
  })

  it.each([
    ['a folder that begins with the same letters', '../app-evil/secret.md', 'outside the project'],
    ['a folder above', '../../secret.md', 'outside the project'],
    ['an absolute path', '/etc/hostname', 'outside the project'],
    ['a link that leads out', 'link.md', 'outside the project'],
    ['a folder link that leads out', 'linked/secret.md', 'outside the project'],
    ['what is not there', 'none.md', 'no such file'],
    ['what is outside and not there', '../none.md', 'outside the project'],
    ['a binary file', 'a.bin', 'not a text file'],
    ['a folder', 'docs', 'not a text file'],
    ['a file of secrets', '.env', 'it may hold secrets'],
    ['a file that is too large', 'big.md', 'larger than 256 KB'],
  ])('leaves out %s', async (_, target, why) => {
    for (const folder of ['repo/app-evil', '.', 'outside']) world.write(`${folder}/secret.md`, 'SECRET')
    symlinkSync(world.path('outside/secret.md'), world.path('repo/app/link.md'))
    symlinkSync(world.path('outside'), world.path('repo/app/linked'))
    world.write('repo/app/a.bin', 'a\0b')
    world.write('repo/app/.env', 'KEY=SECRET')
    world.write('repo/app/docs/x.md', 'x')
    world.write('repo/app/big.md', 'x'.repeat(260 * 1024))
    expect(await textOf(`@include ${target}`)).toBe(`<!-- ${target} is left out: ${why} -->`)
  })

  it('bounds what one file can bring along', async () => {
    world.write('repo/app/a.md', 'x\n'.repeat(50_000))
    expect(await textOf('@include a.md\n@include a.md\n@include a.md')).toMatch(/too much is included|left out/)
  })
})
