import { expect, it } from 'vitest'
import { hasKeyInWords, withoutKeys } from './secrets.ts'
import { shownEntry } from './shown-entry.ts'

const odd = 'q7Zx2Lw9Tn4Rb8Vk1Mc6'
const isKept = (entry: Readonly<Record<string, unknown>>): boolean => hasKeyInWords({ name: 'x', entry, settings: [], notes: [] })

it.each([
  { args: ['--token', 'correct-horse'] },
  { args: ['--api-key=correct-horse'] },
  { args: ['-e', 'GITHUB_TOKEN=correct-horse'] },
  { args: ['--header', 'Authorization: Bearer correct-horse'] },
  { args: [odd] },
  { args: [`--id=${odd}`] },
  { args: ['0123456789abcdef0123456789abcdef'] },
  { args: ['mcp-remote', 'https://me:correct@mcp.example.com/'] },
  { url: 'https://mcp.example.com/mcp?access_token=correct-horse' },
  { url: `https://mcp.example.com/mcp?q=${odd}` },
])('a key is seen in %j', (entry) => expect(isKept(entry)).toBe(true))

it.each([
  { args: ['-y', '@modelcontextprotocol/server-filesystem@2026.1.14', '/home/me/projects/2026-01-parcels'] },
  { args: ['--token', '${GITHUB_TOKEN}'] },
  { args: ['--token-file', '/run/secrets/github'] },
  { args: ['--token', '--verbose'] },
  { args: ['--author', 'somebody-else'] },
  { args: ['--project', '123e4567-e89b-12d3-a456-426614174000'] },
  { args: ['run', 'mcp/github@sha256:0123456789abcdef0123456789abcdef'] },
  { args: ['server-sequential-thinking', '--mode=read-only', '--auth=none'] },
  { command: '/nix/store/q7zx2lw9tn4rb8vk1mc6-notes/bin/notes' },
  { url: 'https://mcp.example.com/v1/workspaces/0a1b2c3d?region=eu-central-1' },
])('no key is seen in %j', (entry) => expect(isKept(entry)).toBe(false))

it('of words only the keys are masked', () => {
  const words = ['npx', '--token', 'correct-horse', `--id=${odd}`, odd, '--header', 'Authorization: Bearer correct-horse', '--mode=fast']
  expect(withoutKeys(words)).toEqual(['npx', '--token', '•••', '--id=•••', '•••', '--header', 'Authorization: •••', '--mode=fast'])
  expect(withoutKeys([`https://me:correct@mcp.example.com/s/${odd}/mcp?region=eu&access_token=correct-horse`])).toEqual([
    'https://me:•••@mcp.example.com/s/•••/mcp?region=eu&access_token=•••',
  ])
})

it('an entry is shown as it stands, with every key masked however deep it lies', () => {
  const shown = shownEntry('notes', {
    command: 'npx',
    args: ['-y', 'notes@1.2.3', '--api-key', 'correct-horse'],
    env: { NOTES_TOKEN: 'correct-horse-battery', REF: '${REF}', KEPT: 'keychain:mcp:notes:KEPT', LEVEL: 'debug', ODD: odd },
    oauth: { client_secret: 'correct-horse', scopes: ['read'] },
    enabled: true,
  })
  expect(shown).toContain('- notes@1.2.3\n')
  for (const plain of ['REF: ${REF}', 'KEPT: keychain:mcp:notes:KEPT', 'LEVEL: debug', 'client_secret: •••', 'enabled: true', '- read'])
    expect(shown).toContain(plain)
  for (const key of ['correct-horse', odd]) expect(shown).not.toContain(key)
})
