import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import type { Task } from '../contract/tasks.ts'
import { connectCore, type ConnectCoreOptions, type ConnectedCore, type ModelStep } from '../testing/index.ts'
import { define, isChild, lastResult } from '../testing/agents.ts'

// Each test starts dozens of git programs, which a busy machine is slow with.
vi.setConfig({ testTimeout: 30_000 })

let core: ConnectedCore

afterEach(() => core.close())

const git = (...args: string[]): string => execFileSync('git', args, { cwd: core.project.root, encoding: 'utf8' })
const said = (body: object): string => JSON.stringify('messages' in body ? body.messages : '')
const call = (name: string, input: object): ModelStep => ({ unoffered: true, calls: [{ name, input }] })

/** A trusted repository with one commit; the agent `one` works in worktrees and answers no question. */
async function open(
  script: ConnectCoreOptions['script'],
  { files = {}, isTrusted = true }: { files?: Record<string, string>; isTrusted?: boolean } = {},
): Promise<void> {
  core = await connectCore({ files: { 'a.txt': 'one\n2\n3\n4\n5\n6\n7\nlast\n', '.gitignore': 'secret.txt\n', ...files }, script })
  git('init', '-q', '-b', 'main')
  // Each program costs: two fewer.
  appendFileSync(core.project.path('.git/config'), '[user]\nname = Tester\nemail = tester@example.com\n')
  git('add', '-A')
  git('commit', '-qm', 'first')
  if (isTrusted) await core.rpc.trust.allow({ items: (await core.rpc.trust.show({})).items })
  define(core, 'one', '---\nname: one\ndescription: d\nisolation: worktree\nautoApprove: true\n---\nx\n')
}

/** A card of a person, done by an agent to its end. */
async function work(description: string): Promise<Task> {
  const { id } = await core.rpc.tasks.create({ subject: 'Work of one', description, agent: 'one' })
  return ended(id)
}
async function ended(id: string): Promise<Task> {
  const statusOf = async () => (await core.rpc.tasks.get({ id })).status
  await expect.poll(statusOf, { timeout: 60_000, interval: 20 }).toMatch(/completed|failed|cancelled/)
  return core.rpc.tasks.get({ id })
}

/** Each agent replaces a line of a.txt: `CHILD-JOB FROM>TO`. */
const replaces: ConnectCoreOptions['script'] = (body) => {
  const [, from = '', to = ''] = /CHILD-JOB (\w+)>(\w+)/.exec(said(body)) ?? []
  if (!said(body).includes('tool_result')) return call('read_file', { path: 'a.txt' })
  return said(body).includes('edit_file') ? { text: 'done' } : call('edit_file', { path: 'a.txt', old_string: from, new_string: to })
}

it('lets agents change the same file at once, shows each diff, and merges what fits', async () => {
  await open(replaces)
  const [one, two] = await Promise.all([work('CHILD-JOB one>ONE'), work('CHILD-JOB last>LAST')])
  expect([one, two].map(({ status, worktree }) => [status, worktree?.state])).toEqual(Array(2).fill(['completed', 'changed']))
  expect([core.project.read('a.txt').slice(0, 4), git('status', '--porcelain')]).toEqual(['one\n', ''])
  expect(one.worktree?.branch).toMatch(/^mewcode\/work-of-one-/)
  const changes = await core.rpc.tasks.changes({ id: one.id })
  const files = [{ path: 'a.txt', status: 'modified', additions: 1, deletions: 1 }]
  expect(changes).toMatchObject({ files, isTruncated: false, conflicts: [] })
  expect(changes.diff).toContain('-one\n+ONE')

  expect(await core.rpc.tasks.merge({ id: one.id })).toMatchObject({ status: 'merged', conflicts: [] })
  expect(await core.rpc.tasks.merge({ id: two.id })).toMatchObject({ status: 'merged', commit: git('rev-parse', 'HEAD').trim() })
  const merged = 'ONE\n2\n3\n4\n5\n6\n7\nLAST\n'
  expect([core.project.read('a.txt'), git('status', '--porcelain'), existsSync(one.worktree?.path ?? '')]).toEqual([merged, '', false])
})

it('shows a conflict, changes nothing of what does not fit, and throws it away only when asked', async () => {
  await open(replaces)
  const three = await work('CHILD-JOB one>EINS')
  core.project.write('a.txt', core.project.read('a.txt').replace('one', 'ONE'))
  git('commit', '-qam', 'second')
  const before = [core.project.read('a.txt'), git('rev-parse', 'HEAD'), git('status', '--porcelain')]
  expect((await core.rpc.tasks.changes({ id: three.id })).conflicts).toEqual(['a.txt'])
  expect(await core.rpc.tasks.merge({ id: three.id })).toEqual({ status: 'conflict', commit: null, conflicts: ['a.txt'] })
  expect([core.project.read('a.txt'), git('rev-parse', 'HEAD'), git('status', '--porcelain')]).toEqual(before)

  await expect(core.rpc.tasks.remove({ id: three.id })).rejects.toMatchObject({ code: 'worktree.kept' })
  expect(await core.rpc.tasks.discard({ id: three.id })).toMatchObject({ worktree: { state: 'gone' } })
  expect([git('branch', '--list', 'mewcode/*'), git('worktree', 'list').trim().split('\n').length]).toEqual(['', 1])
  const other = await core.openWindow()
  await core.rpc.tasks.remove({ id: three.id })
  expect(other.appEvents).toContainEqual(expect.objectContaining({ type: 'tasks.changed', removed: [three.id] }))
  await expect(core.rpc.tasks.get({ id: three.id })).rejects.toMatchObject({ code: expect.stringMatching(/^task\.not_found/) })
})

it('touches no file of the project that is not committed, and keeps the worktree', async () => {
  await open(replaces)
  const { id, worktree } = await work('CHILD-JOB one>ONE')
  core.project.write('a.txt', 'mine\n')
  await expect(core.rpc.tasks.merge({ id })).rejects.toMatchObject({ code: 'worktree.main_dirty', params: { files: 'a.txt' } })
  expect([core.project.read('a.txt'), existsSync(worktree?.path ?? '')]).toEqual(['mine\n', true])
  core.project.write('b.txt', 'another file may be as it is\n')
  git('checkout', '-q', '--', 'a.txt')
  expect(await core.rpc.tasks.merge({ id })).toMatchObject({ status: 'merged' })
  expect(git('status', '--porcelain')).toBe('?? b.txt\n')
})

it('reads the main tree and writes only its own, goes on in it, and leaves nothing behind that is as it was', async () => {
  const told: string[] = []
  const steps = (root: string): ModelStep[] => [
    call('bash', { command: 'pwd && cat secret.txt && git branch --show-current' }),
    call('read_file', { path: join(root, 'a.txt') }),
    call('write_file', { path: join(root, 'new.txt'), content: 'x' }),
    call('bash', { command: `echo x > ${JSON.stringify(join(root, 'new.txt'))}` }),
    call('grep', { pattern: 'last', output_mode: 'files' }),
  ]
  await open(
    (body) => {
      const done = said(body).match(/"type":"tool_result"/g)?.length ?? 0
      if (done > 0) told.push(lastResult(body))
      if (said(body).includes('GO-ON'))
        return said(body).includes('"mine.txt"') ? { text: 'second' } : call('write_file', { path: 'mine.txt', content: 'x' })
      return steps(core.project.root)[done] ?? { text: 'report' }
    },
    { files: { '.worktreeinclude': 'secret.txt\n' } },
  )
  core.project.write('secret.txt', 'local\n')
  const { id, worktree, facts } = await work('CHILD-JOB')
  const path = worktree?.path ?? ''
  expect(told[0]).toContain(`${path}\nlocal\n${worktree?.branch}`)
  expect(told[1]).toContain('last')
  expect(told[2]).toMatch(/^Denied: .*outside the worktree/)
  expect(told[3]).toMatch(/^Denied: .*outside the worktree/)
  expect(told[4]).toContain('a.txt')
  expect([facts?.result, worktree?.state, existsSync(path), core.project.has('new.txt')]).toEqual(['report', 'gone', false, false])
  expect(core.model.requests[0]?.raw).toContain(path)

  await core.rpc.tasks.send({ id, text: 'GO-ON' })
  const again = await ended(id)
  expect([again.run, again.worktree, existsSync(join(path, 'mine.txt'))]).toEqual([2, { ...worktree, state: 'changed' }, true])
  expect((await core.rpc.tasks.changes({ id })).files.map((file) => file.path)).toEqual(['mine.txt'])
})

it('asks nothing of what an agent has put in the place of its repository', async () => {
  await open(replaces)
  const { id, worktree } = await work('CHILD-JOB one>ONE')
  const path = worktree?.path ?? ''
  const ran = join(core.project.root, '..', 'ran')
  mkdirSync(join(path, 'evil'))
  execFileSync('git', ['init', '-q', join(path, 'evil')])
  for (const key of ['core.fsmonitor', 'core.sshCommand'])
    execFileSync('git', ['config', key, `touch ${JSON.stringify(ran)}; false`], { cwd: join(path, 'evil') })
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', 'commit', '-q', '--allow-empty', '-m', 'x'], {
    cwd: join(path, 'evil'),
  })
  execFileSync('rm', ['-f', ran])
  writeFileSync(join(path, '.git'), `gitdir: ${join(path, 'evil/.git')}\n`)
  expect((await core.rpc.tasks.changes({ id })).files.map((file) => file.path)).toEqual(['a.txt', 'evil'])
  expect(await core.rpc.tasks.discard({ id })).toMatchObject({ worktree: { state: 'gone' } })
  expect(existsSync(ran)).toBe(false)
})

it('begins no worktree where nobody trusts the folder, or where a link leads away', async () => {
  await open(replaces, { isTrusted: false })
  await expect(work('CHILD-JOB one>ONE')).rejects.toMatchObject({ code: 'worktree.not_ready' })
  await core.rpc.trust.allow({ items: (await core.rpc.trust.show({})).items })
  mkdirSync(join(core.project.root, '../elsewhere'))
  mkdirSync(core.project.path('.mewcode'), { recursive: true })
  symlinkSync(join(core.project.root, '../elsewhere'), core.project.path('.mewcode/worktrees'))
  await expect(work('CHILD-JOB one>ONE')).rejects.toMatchObject({ code: 'worktree.place' })
  expect(await core.rpc.tasks.list({})).toEqual([])
})

it('tells the conversation where the changes of its agent are', async () => {
  await open((body) => {
    if (isChild(body)) return lastResult(body) === '' ? call('write_file', { path: 'new.txt', content: 'x' }) : { text: 'report' }
    if (said(body).includes('tool_result')) return { text: lastResult(body) }
    return call('agent', { prompt: 'CHILD-JOB', description: 'job', subagent_type: 'general-purpose', isolation: 'worktree' })
  })
  const { text } = await core.run('go', { mode: 'acceptEdits' })
  const [task] = await core.rpc.tasks.list({})
  expect(text).toMatch(/^report\n\nIts changes are in the worktree /)
  expect(text).toContain(task?.worktree?.path)
  expect([core.project.has('new.txt'), (await core.rpc.changes.list({ sessionId: task?.sessionId ?? '' })).files]).toEqual([false, []])
})
