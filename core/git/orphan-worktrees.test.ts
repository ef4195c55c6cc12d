import { execFileSync } from 'node:child_process'
import { existsSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { connectCore, type ConnectedCore } from '../testing/index.ts'
import { createWorktrees } from './worktrees.ts'

let core: ConnectedCore
afterEach(() => core.close())

it('worktrees that a killed process left are removed where nothing changed in them, else kept and named at the start', async () => {
  core = await connectCore({ files: { 'a.txt': 'one\n' } })
  const { root } = core.project
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('-c', 'user.name=x', '-c', 'user.email=x@x', 'commit', '-qm', 'first')
  const env = core.platform.env
  const worktrees = createWorktrees({
    env,
    now: Date.now,
    placeOf: async () => ({ isTrusted: true, childEnv: { PATH: process.env['PATH'] ?? '' } }),
  })
  const [clean, changed, known, young] = await Promise.all(['clean', 'changed', 'known', 'young'].map((name) => worktrees.add(root, name)))
  const again = await worktrees.add(root, 'clean')
  const committed = await worktrees.add(root, 'committed')
  const places = [clean, changed, known, young, again, committed].map((own) => own?.place.path ?? '')
  expect(places.map((place) => place.slice(root.length))).toEqual(
    ['clean', 'changed', 'known', 'young', 'clean-2', 'committed'].map((name) => join('/.mewcode/worktrees', name)),
  )
  writeFileSync(join(places[1] ?? '', 'new.txt'), 'x')
  // All of its work is in commits that the project's branch does not have.
  const own = ['-C', places[5] ?? '', '-c', 'user.name=x', '-c', 'user.email=x@x']
  git(...own, 'commit', '-q', '--allow-empty', '-m', 'work')
  const anHourAgo = Date.now() / 1_000 - 3_600
  for (const place of places.filter((one) => !one.endsWith('young'))) utimesSync(join(place, '.git'), anHourAgo, anHourAgo)

  await worktrees.tidy(root, [places[2] ?? ''])
  expect(places.map((place) => existsSync(place))).toEqual([false, true, true, true, false, true])
  expect(git('branch', '--list', 'mewcode/*').match(/mewcode\/\S+/g)).toEqual([
    'mewcode/changed',
    'mewcode/committed',
    'mewcode/known',
    'mewcode/young',
  ])
  const { problems } = await core.rpc.app.info({})
  expect(problems).toMatchObject([{ code: 'worktree.orphans', params: { paths: [places[1], places[5], places[2]].join(', ') } }])
})
