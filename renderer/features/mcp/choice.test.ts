import { expect, it } from 'vitest'
import type { McpCandidate, McpSetting } from '../../../core/contract/mcp-install.ts'
import { choiceOf, isComplete } from './choice.ts'

const setting = (key: string, more: Partial<McpSetting> = {}): McpSetting => ({
  key,
  title: key,
  description: '',
  kind: 'string',
  isSecret: false,
  isList: false,
  required: false,
  initial: '',
  ...more,
})
const candidate: McpCandidate = {
  name: 'notes',
  type: 'stdio',
  runs: 'npx notes',
  cwd: null,
  env: [],
  headers: [],
  variables: [],
  warnings: [],
  problem: null,
  settings: [setting('key', { required: true, isSecret: true }), setting('mode', { initial: 'calm' })],
}

it('a server waits for what it must be given, and one that is left out waits for nothing', () => {
  const choice = choiceOf(candidate)
  expect(choice).toEqual({ isTaken: true, name: 'notes', settings: { key: '', mode: 'calm' } })
  expect(isComplete(candidate, choice)).toBe(false)
  expect(isComplete(candidate, { ...choice, settings: { key: 'k' } })).toBe(true)
  expect(isComplete(candidate, { ...choice, settings: { key: 'k' }, name: ' ' })).toBe(false)
  expect(isComplete(candidate, { ...choice, isTaken: false })).toBe(true)
})

it('one that cannot be added is not taken', () => {
  const problem = { code: 'policy.mcp', message: '', fix: '', params: {} }
  expect(choiceOf({ ...candidate, problem }).isTaken).toBe(false)
})
