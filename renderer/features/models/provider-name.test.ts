import { expect, it } from 'vitest'
import type { ProviderInfo } from '../../../core/contract/providers.ts'
import { nameForKey } from './provider-name.ts'

const provider = (name: string, source: ProviderInfo['key']['source'], rest: Partial<ProviderInfo> = {}): ProviderInfo => ({
  name,
  protocol: 'openai',
  baseUrl: '',
  model: '',
  isDefault: false,
  key: { state: 'set', source, name: '', last4: '1234' },
  source: 'user',
  contextWindow: 1,
  prices: null,
  roles: {},
  fallback: '',
  efforts: {},
  ...rest,
})

it('a first key takes the name of its vendor', () => {
  expect(nameForKey('openai', 'pasted', [])).toBe('openai')
})

it('a pasted key replaces one that was pasted before', () => {
  expect(nameForKey('openai', 'pasted', [provider('openai', 'keychain')])).toBe('openai')
})

it('a provider that is only found in the environment becomes the configured one', () => {
  expect(nameForKey('openai', 'pasted', [provider('openai', 'environment', { source: 'environment' })])).toBe('openai')
})

it.each([
  ['the variable it names', provider('openai', 'environment')],
  ['a command', provider('openai', 'command')],
  ['another address', provider('openai', 'keychain', { baseUrl: 'https://gateway.example.com' })],
  ['a project', provider('openai', 'keychain', { source: 'project' })],
])('a pasted key does not take an entry away from %s', (_, known) => {
  expect(nameForKey('openai', 'pasted', [known, provider('openai-2', 'keychain')])).toBe('openai-3')
})
