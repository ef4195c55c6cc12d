import { expect, it } from 'vitest'
import { readLink } from './deep-link.ts'

it.each([
  ['mewcode://install-skill?source=anthropics%2Fskills%2Fpdf', { kind: 'skill', source: 'anthropics/skills/pdf' }],
  ['mewcode://add-mcp?config=%7B%22mcpServers%22%3A%7B%7D%7D', { kind: 'mcp', text: '{"mcpServers":{}}' }],
  ['mewcode://add-mcp/?config=npx%20-y%20server', { kind: 'mcp', text: 'npx -y server' }],
  ['mewcode://open?path=%2Fhome%2Fa%2F%E9%A1%B9%E7%9B%AE', { kind: 'project', path: '/home/a/项目' }],
  ['mewcode://open?path=C%3A%5Cwork', { kind: 'project', path: 'C:\\work' }],
])('%s is shown as what it asks for', (address, link) => expect(readLink(address)).toEqual(link))

it.each([
  'mewcode://open?path=relative',
  'mewcode://open?path=%5C%5Cserver%5Cshare',
  'mewcode://open?path=%2F%2Fserver%2Fshare',
  'mewcode://open?path=%2Fhome%00',
  'mewcode://open/run?path=%2Fhome',
  `mewcode://open?path=${encodeURIComponent('/home'.repeat(300))}`,
  'mewcode://install-skill?source=',
  'mewcode://install-skill?source=a%E2%80%AEgpj.exe',
  'mewcode://install-skill?source=a%D8%9Cgpj.exe',
  'mewcode://run?command=rm',
  'mewcode-app://app/?source=a',
  'https://install-skill/?source=a',
  `mewcode://add-mcp?config=${'a'.repeat(20_000)}`,
  'nonsense',
])('%.60s leads nowhere', (address) => expect(readLink(address)).toBeUndefined())
