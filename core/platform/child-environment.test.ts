import { execFileSync } from 'node:child_process'
import { afterEach, expect, it } from 'vitest'
import { tempProject, type TempProject } from '../testing/index.ts'
import { childEnvironment } from './child-environment.ts'

let project: TempProject | undefined

afterEach(() => project?.close())

const git = (cwd: string, env: Record<string, string | undefined>, ...args: string[]): string =>
  execFileSync('git', args, { cwd, env, encoding: 'utf8' })

it('keeps git from running the monitor that a repository names', () => {
  project = tempProject({ 'a.txt': 'x' })
  const { root } = project
  git(root, process.env, 'init', '-q')
  git(root, process.env, 'config', 'core.fsmonitor', 'touch pwned; false')
  git(root, childEnvironment({ env: process.env, secretVariables: new Set() }), 'status', '--short')
  expect(project.has('pwned')).toBe(false)
  // Without the guard it does run.
  git(root, process.env, 'status', '--short')
  expect(project.has('pwned')).toBe(true)
})

it('leaves what the person gives git by the environment in place', () => {
  project = tempProject({})
  const env = { ...process.env, GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'user.name', GIT_CONFIG_VALUE_0: 'Ada' }
  const child = childEnvironment({ env, secretVariables: new Set() })
  expect(git(project.root, child, 'config', 'user.name')).toBe('Ada\n')
  expect(git(project.root, child, 'config', 'safe.bareRepository')).toBe('explicit\n')
})
