import { expect, it } from 'vitest'
import type { KeyState } from '../../../core/contract/providers.ts'
import { createAppI18n } from '../../i18n/create-i18n.ts'
import { addLateWords } from '../../i18n/late-words.ts'
import { keyWords } from './key-words.ts'

const key = (rest: Partial<KeyState>): KeyState => ({ state: 'set', source: 'keychain', name: 'FAKE_KEY', last4: 'a1b2', ...rest })

it.each([
  ['en', key({ source: 'environment' }), 'key ends in a1b2, from FAKE_KEY'],
  ['en', key({ source: 'environment', last4: '' }), 'key from FAKE_KEY'],
  ['en', key({ last4: '' }), 'key in the keychain'],
  ['zh-CN', key({ source: 'environment', last4: '' }), '密钥来自 FAKE_KEY'],
  ['zh-CN', key({ state: 'missing', last4: '' }), '没有密钥'],
  ['en', key({ source: 'none', last4: '' }), 'no key needed'],
] as const)('says in %s of %o: %s', (language, state, words) => {
  const { global } = createAppI18n(language)
  addLateWords(global)
  expect(keyWords(global.t, state)).toBe(words)
})
