import { expect, it } from 'vitest'
import { AuditKind } from '../../../core/contract/audit.ts'
import { keeping } from '../../i18n/messages/keeping.ts'
import { auditKinds, showsArguments, subjectOf, wordKeys } from './row-words.ts'

/** What each kind of row puts into `rule` where its words depend on it. */
const ACTIONS: Partial<Record<AuditKind, readonly string[]>> = {
  install: ['install', 'update', 'remove', 'undo'],
  credential: ['stored', 'keychain', 'variable', 'command', 'config'],
  agent: ['start', 'end', 'handoff', 'return'],
}

function message(language: 'en' | 'zh-CN', key: string): unknown {
  const within = (at: unknown, name: string): unknown => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined)
  return key.split('.').slice(1).reduce<unknown>(within, keeping[language])
}

it.each(AuditKind.options)('a row of the kind %s can be chosen and has words, in both languages', (kind) => {
  expect(auditKinds).toContain(kind)
  for (const language of ['en', 'zh-CN'] as const) {
    expect(message(language, `keeping.audit.kinds.${kind}`)).toBeTypeOf('string')
    for (const rule of ACTIONS[kind] ?? [null]) {
      const words = wordKeys({ kind, rule }).map((key) => message(language, key))
      expect([language, rule, words.find((each) => typeof each === 'string')]).toEqual([language, rule, expect.stringContaining('{what}')])
    }
  }
})

it('names a server with its tool, once where both are the same, and says nothing twice', () => {
  expect(subjectOf({ server: 'files', tool: 'read' })).toBe('files › read')
  expect(subjectOf({ server: 'files', tool: 'files' })).toBe('files')
  expect(showsArguments({ kind: 'credential', argsRedacted: '{"account":"FAKE_KEY","from":"variable"}' })).toBe(false)
  expect(showsArguments({ kind: 'tool', argsRedacted: '{"path":"a.ts"}' })).toBe(true)
})
