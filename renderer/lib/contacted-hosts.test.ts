import { expect, it } from 'vitest'
import { hostOf, isThisMachine, providerHost } from './contacted-hosts.ts'

it('a provider’s host is its address’s, else the vendor’s own', () => {
  expect(providerHost({ protocol: 'anthropic', baseUrl: '' })).toBe('api.anthropic.com')
  expect(providerHost({ protocol: 'openai', baseUrl: 'https://user:secret@llm.example.com:8443/v1?key=1' })).toBe('llm.example.com:8443')
  expect(providerHost({ protocol: 'demo', baseUrl: '' })).toBe('')
})

it('a command is no address, and a variable in one says nothing', () => {
  expect(['npx -y some-server', '${BASE}/mcp', 'file:///etc/hosts', 'https://'].map(hostOf)).toEqual(['', '', '', ''])
})

it('knows this machine by its names', () => {
  expect(['localhost:11434', '127.0.0.1', '[::1]:80', 'localhost.example.com', '10.0.0.1'].map(isThisMachine)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})
