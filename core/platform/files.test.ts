import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  linkSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { linkTarget, writeFileAtomic } from './atomic-file.ts'
import { createFileLocks } from './file-lock.ts'
import { readGitBranch } from './git-branch.ts'
import { openRegularFile, readSmallFile } from './regular-file.ts'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode files ')))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string): string => join(folder, name)
const text = (name: string): string => readFileSync(at(name), 'utf8')

describe('writing a file', () => {
  it('replaces it under a new inode, keeps its mode, and leaves nothing beside', async () => {
    writeFileSync(at('f'), 'old')
    chmodSync(at('f'), 0o640)
    const before = statSync(at('f')).ino
    await writeFileAtomic(at('f'), Buffer.from('new'))
    expect([text('f'), statSync(at('f')).mode & 0o7777, statSync(at('f')).ino === before, readdirSync(folder)]).toEqual([
      'new',
      0o640,
      false,
      ['f'],
    ])
  })

  it('writes a hard-linked file in place, shorter content too', async () => {
    writeFileSync(at('a'), 'a long content')
    linkSync(at('a'), at('b'))
    await writeFileAtomic(at('a'), Buffer.from('short'))
    expect([text('b'), statSync(at('b')).nlink]).toEqual(['short', 2])
  })

  it('follows links to their end, also relative, chained, dangling and in folders to come', async () => {
    mkdirSync(at('d'))
    symlinkSync('../c', at('d/b'))
    symlinkSync('d/b', at('a'))
    expect(await linkTarget(at('a'))).toBe(at('c'))
    symlinkSync('d', at('e'))
    expect(await linkTarget(at('e/x/y'))).toBe(at('d/x/y'))
    await writeFileAtomic(at('a'), Buffer.from('x'))
    expect(text('c')).toBe('x')
    symlinkSync('loop', at('loop'))
    await expect(linkTarget(at('loop'))).rejects.toMatchObject({ code: 'ELOOP' })
  })

  it('takes away what a process that died in a write left in the folder, and nothing else', async () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    const [anHour, aMinute] = [60 * 60_000, 60_000]
    const put = (name: string, ageMs: number): void => {
      writeFileSync(at(name), 'half')
      const time = (Date.now() - ageMs) / 1_000
      utimesSync(at(name), time, time)
    }
    put(`.mewcode-${dead}-0123456789ab.tmp`, aMinute)
    put(`.mewcode-${process.pid}-0123456789ab.tmp`, 2 * anHour)
    const staying = [
      `.mewcode-${process.pid}-aaaaaaaaaaaa.tmp`,
      '.mewcode-notes.tmp',
      `.mewcode-${dead}-0123456789ab.tmp.txt`,
      `mewcode-${dead}-0123456789ab.tmp`,
    ]
    for (const name of staying) put(name, aMinute)
    put(`.mewcode-${dead}-bbbbbbbbbbbb.tmp`, 0)
    mkdirSync(at(`.mewcode-${dead}-cccccccccccc.tmp`))
    utimesSync(at(`.mewcode-${dead}-cccccccccccc.tmp`), 1, 1)
    symlinkSync('f', at(`.mewcode-${dead}-dddddddddddd.tmp`))
    lutimesSync(at(`.mewcode-${dead}-dddddddddddd.tmp`), 1, 1)
    const further = ['b', 'c', 'd'].map((letter) => `.mewcode-${dead}-${letter.repeat(12)}.tmp`)
    await writeFileAtomic(at('f'), Buffer.from('new'))
    expect(readdirSync(folder).toSorted()).toEqual(['f', ...staying, ...further].toSorted())
  })

  it('leaves a name by which a later write knows its rest, when its process is killed', async () => {
    const code = `
      const fs = require('node:fs/promises')
      const { syncBuiltinESMExports } = require('node:module')
      fs.rename = () => process.kill(process.pid, 'SIGKILL')
      syncBuiltinESMExports()
      import(${JSON.stringify(join(import.meta.dirname, 'atomic-file.ts'))}).then((it) => it.writeFileAtomic(${JSON.stringify(at('f'))}, Buffer.from('x')))`
    const killed = spawnSync(process.execPath, ['-e', code])
    const [left = ''] = readdirSync(folder)
    expect([killed.signal, left]).toEqual(['SIGKILL', expect.stringMatching(new RegExp(`^\\.mewcode-${killed.pid}-[0-9a-f]{12}\\.tmp$`))])
    utimesSync(at(left), 1, 1)
    await writeFileAtomic(at('f'), Buffer.from('new'))
    expect(readdirSync(folder)).toEqual(['f'])
  })

  it('keeps the old file when the new one cannot be written', async () => {
    mkdirSync(at('taken'))
    await expect(writeFileAtomic(at('taken'), Buffer.from('x'))).rejects.toMatchObject({ code: 'EISDIR' })
    await expect(writeFileAtomic(at('no/where'), Buffer.from('x'))).rejects.toMatchObject({ code: 'ENOENT' })
    expect(readdirSync(folder)).toEqual(['taken'])
  })
})

describe('opening a file', () => {
  it('does not wait for what is no file', async () => {
    execFileSync('/usr/bin/mkfifo', [at('pipe')])
    expect(await openRegularFile(at('pipe'))).toBeUndefined()
    expect(await openRegularFile(folder)).toBeUndefined()
    expect(await readSmallFile(at('pipe'), 10)).toBeUndefined()
  })
})

describe('a file lock', () => {
  it('runs one after the other for one key, goes on after a failure, and forgets keys nobody holds', async () => {
    const locks = createFileLocks()
    const order: string[] = []
    const step = (name: string) => async () => {
      order.push(`${name} in`)
      await new Promise((resolve) => setImmediate(resolve))
      order.push(`${name} out`)
      if (name === 'a') throw new Error('a failed')
    }
    const [a, b, other] = await Promise.allSettled([locks.hold('k', step('a')), locks.hold('k', step('b')), locks.hold('j', step('c'))])
    expect([a?.status, b?.status, other?.status]).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect(order.filter((entry) => !entry.startsWith('c'))).toEqual(['a in', 'a out', 'b in', 'b out'])
    expect(order.indexOf('c in')).toBeLessThan(order.indexOf('a out'))
  })
})

describe('the branch', () => {
  it('is read from HEAD, from below the root and from a worktree', async () => {
    mkdirSync(at('.git/worktrees/w'), { recursive: true })
    mkdirSync(at('src/deep'), { recursive: true })
    writeFileSync(at('.git/HEAD'), 'ref: refs/heads/feature/登录\n')
    writeFileSync(at('.git/worktrees/w/HEAD'), 'ref: refs/heads/other\n')
    mkdirSync(at('w'))
    writeFileSync(at('w/.git'), `gitdir: ${at('.git/worktrees/w')}\n`)
    expect([await readGitBranch(folder), await readGitBranch(at('src/deep')), await readGitBranch(at('w'))]).toEqual([
      'feature/登录',
      'feature/登录',
      'other',
    ])
    writeFileSync(at('.git/HEAD'), '0123456789abcdef0123456789abcdef01234567\n')
    expect(await readGitBranch(folder)).toBe('0123456')
  })

  it('of a planted HEAD that blocks or makes no sense is nothing', async () => {
    mkdirSync(at('.git'))
    execFileSync('/usr/bin/mkfifo', [at('.git/HEAD')])
    expect(await readGitBranch(folder)).toBeUndefined()
    rmSync(at('.git/HEAD'))
    writeFileSync(at('.git/HEAD'), 'nonsense')
    expect(await readGitBranch(folder)).toBeUndefined()
  })
})
