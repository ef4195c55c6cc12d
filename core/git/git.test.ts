import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectCore, type ConnectedCore } from '../testing/index.ts'
import { parseStatus } from './status.ts'

const identity = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com']
let base: string
let core: ConnectedCore

const git = (...args: string[]): string => execFileSync('git', [...identity, ...args], { cwd: core.project.root, encoding: 'utf8' })

beforeEach(async () => {
  base = mkdtempSync(path.join(tmpdir(), 'mewcode-git-'))
  mkdirSync(path.join(base, 'bin'))
  core = await connectCore({
    files: { 'a.ts': 'one\n', 'b.ts': 'two\n', '旧 file.md': 'x\n' },
    env: { PATH: `${path.join(base, 'bin')}:${process.env['PATH']}` },
  })
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'Tester')
  git('config', 'user.email', 'tester@example.com')
  git('add', '-A')
  git('commit', '-qm', 'first')
})
afterEach(async () => {
  await core.close()
  rmSync(base, { recursive: true, force: true })
})

const trust = async () => {
  const { items } = await core.rpc.trust.show({})
  return core.rpc.trust.allow({ items })
}
const states = async () => (await core.rpc.git.status({})).files.map((file) => [file.path, file.state, file.staged, file.unstaged])

describe('the repository of a trusted project', () => {
  beforeEach(trust)

  it('says where in it the project lies', async () => {
    core.project.write('sub/new.ts', '')
    const { rpc } = await core.openWindow({ path: core.project.path('sub') })
    await rpc.trust.allow({ items: (await rpc.trust.show({})).items })
    const { prefix, files } = await rpc.git.status({})
    expect([prefix, files.map(({ path: file }) => file)]).toEqual(['sub/', ['sub/new.ts']])
    expect(await core.rpc.git.status({})).toMatchObject({ prefix: '' })
  })

  it('says what changed, stages what is chosen and commits exactly that', async () => {
    core.project.write('a.ts', 'one\nmore\n')
    core.project.write('b.ts', 'zwei\n')
    core.project.write('-new [1].ts', 'new\n')
    expect(await states()).toEqual([
      ['a.ts', 'modified', false, true],
      ['b.ts', 'modified', false, true],
      ['-new [1].ts', 'untracked', false, true],
    ])
    await core.rpc.git.stage({ paths: ['a.ts', '-new [1].ts', 'b.ts'], staged: true })
    await core.rpc.git.stage({ paths: ['b.ts'], staged: false })
    core.project.write('a.ts', 'one\nmore\nand more\n')
    expect(await states()).toContainEqual(['a.ts', 'modified', true, true])
    expect(await core.rpc.git.commit({ message: 'add: 新的\n\nwhy "so"\n' })).toMatchObject({ subject: 'add: 新的' })
    expect(git('show', '--name-only', '--format=%B').trim().split(/\n+/)).toEqual(['add: 新的', 'why "so"', '-new [1].ts', 'a.ts'])
    expect(git('show', 'HEAD:a.ts')).toBe('one\nmore\n')
    expect(await states()).toEqual([
      ['a.ts', 'modified', false, true],
      ['b.ts', 'modified', false, true],
    ])
  })

  it('names renames, deletions and files with any sign in their name', async () => {
    git('mv', '旧 file.md', '新 "file".md')
    rmSync(path.join(core.project.root, 'b.ts'))
    expect(await states()).toEqual([
      ['b.ts', 'deleted', false, true],
      ['新 "file".md', 'renamed', true, false],
    ])
  })

  it('says in its own words why a commit failed, and commits nothing', async () => {
    await expect(core.rpc.git.commit({ message: 'x' })).rejects.toMatchObject({ code: 'git.nothing_staged' })
    const hook = path.join(core.project.root, '.git/hooks/pre-commit')
    writeFileSync(hook, '#!/bin/sh\necho "tests are red" >&2\nexit 1\n')
    chmodSync(hook, 0o755)
    core.project.write('a.ts', 'changed\n')
    await core.rpc.git.stage({ paths: ['a.ts'], staged: true })
    const failure = await core.rpc.git.commit({ message: 'x' }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'git.failed', params: { verb: 'commit', detail: 'tests are red' } })
    expect(git('log', '--format=%s')).toBe('first\n')
  })

  it('makes a branch, pushes it and opens a pull request with its text', async () => {
    execFileSync('git', ['init', '-q', '--bare', path.join(base, 'remote.git')])
    git('remote', 'add', 'origin', path.join(base, 'remote.git'))
    await expect(core.rpc.git.createBranch({ name: 'a b' })).rejects.toMatchObject({ code: 'git.bad_branch' })
    await expect(core.rpc.git.createBranch({ name: '-f' })).rejects.toMatchObject({ code: 'git.bad_branch' })
    expect(await core.rpc.git.createBranch({ name: 'feat/one' })).toMatchObject({ branch: 'feat/one', upstream: null })
    expect(await core.rpc.git.push({})).toMatchObject({ upstream: 'origin/feat/one', ahead: 0 })
    const gh = path.join(base, 'bin/gh')
    writeFileSync(gh, `#!/bin/sh\nprintf '%s|' "$@" > ${base}/gh-args; cat > ${base}/gh-body\necho https://example.com/pull/7\n`)
    chmodSync(gh, 0o755)
    expect(await core.rpc.git.openPullRequest({ title: '-t "x"', body: 'why\n', isDraft: true })).toEqual({
      url: 'https://example.com/pull/7',
    })
    expect(readFileSync(`${base}/gh-args`, 'utf8')).toBe('pr|create|--title|-t "x"|--body-file|-|--draft|')
    expect(readFileSync(`${base}/gh-body`, 'utf8')).toBe('why\n')
  })
})

it('runs nothing in a folder nobody trusts, nor once what git would run has changed', async () => {
  const mark = path.join(base, 'mark')
  git('config', 'core.fsmonitor', `touch ${mark}; false`)
  rmSync(mark, { force: true })
  expect(await core.rpc.git.status({})).toMatchObject({ state: 'untrusted', files: [] })
  await expect(core.rpc.git.stage({ paths: ['a.ts'], staged: true })).rejects.toMatchObject({ code: 'git.not_ready' })
  await trust()
  git('config', 'core.fsmonitor', `touch ${mark}; true`)
  rmSync(mark, { force: true })
  expect(await core.rpc.git.status({})).toMatchObject({ state: 'untrusted' })
  expect(() => readFileSync(mark)).toThrow('ENOENT')
})

it('reads what git prints', () => {
  const text = [
    '# branch.head (detached)',
    '1 .M N... 100644 100644 100644 a b x y.ts',
    'u UU N... 1 2 3 4 a b c both.ts',
    '2 R. N... 100644 100644 100644 a b R100 named.ts',
    '? old name',
    '? new',
    '',
  ].join('\0')
  expect(parseStatus(text)).toEqual({
    branch: null,
    upstream: null,
    ahead: 0,
    behind: 0,
    files: [
      { path: 'x y.ts', state: 'modified', staged: false, unstaged: true },
      { path: 'both.ts', state: 'conflict', staged: false, unstaged: true },
      { path: 'named.ts', state: 'renamed', staged: true, unstaged: false },
      { path: 'new', state: 'untracked', staged: false, unstaged: true },
    ],
  })
})
