import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startSkillServer } from '../../testing/index.ts'
import { openGit } from './git.ts'
import { createHostList } from './hosts.ts'

it('reads no file of a repository that is larger than asked for', async () => {
  const server = await startSkillServer()
  onTestFinished(() => server.close())
  const temp = mkdtempSync(join(tmpdir(), 'mewcode-git-'))
  onTestFinished(() => rmSync(temp, { recursive: true }))
  server.commit('acme/pack', { 'SKILL.md': 'four' })
  const env = { PATH: process.env['PATH'] ?? '' }
  const deps = { hosts: createHostList([server.host]), env, temp, signal: new AbortController().signal }
  const tree = await openGit({ kind: 'git', url: server.gitUrl('acme/pack'), at: { kind: 'top' }, skill: undefined }, deps)
  onTestFinished(() => tree.close())
  const [file] = tree.files
  if (!file) throw new Error('no file')
  expect(String(await tree.read(file, 4))).toBe('four')
  await expect(tree.read(file, 3)).rejects.toMatchObject({ code: 'install.file_too_large' })
})
