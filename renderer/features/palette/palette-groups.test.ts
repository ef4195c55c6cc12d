import { expect, it } from 'vitest'
import { paletteGroups, type PaletteEntry } from './palette-groups.ts'

const entry = (id: string, label: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  id,
  kind: 'actions',
  label,
  icon: 'play',
  run: () => undefined,
  ...more,
})

const entries = [
  entry('a.new', 'New session'),
  entry('a.panel', 'Show the side panel'),
  entry('c.plan', '/plan', { kind: 'commands', note: 'Plan first: look, change nothing' }),
  entry('f.z', 'src/z.ts', { kind: 'files', isRanked: true }),
  entry('f.a', 'src/a.ts', { kind: 'files', isRanked: true }),
  entry('s.1', 'Panel of parcels', { kind: 'sessions' }),
  entry('e', 'Search every session', { kind: 'everywhere', isRanked: true }),
  entry('o.mcp', 'MCP servers', { kind: 'settings' }),
]
const seen = (text: string, recent: string[] = []) =>
  paletteGroups(entries, text, recent).map(({ kind, entries: found }) => [kind, found.map(({ id }) => id)])

it('groups by kind, the best first, and keeps the order of the host for files', () => {
  expect(seen('pane')).toEqual([
    ['actions', ['a.panel']],
    ['files', ['f.z', 'f.a']],
    ['sessions', ['s.1']],
    ['everywhere', ['e']],
  ])
})

it('leads on to the search over all sessions below all that was found', () => {
  expect(seen('mcp').map(([kind]) => kind)).toEqual(['files', 'settings', 'everywhere'])
})

it('narrows by >, @ and #', () => {
  expect(seen('>pl').map(([kind]) => kind)).toEqual(['actions', 'commands'])
  expect(seen('@z')).toEqual([['files', ['f.z', 'f.a']]])
  expect(seen('#')).toEqual([
    ['sessions', ['s.1']],
    ['everywhere', ['e']],
  ])
})

it('finds a command by what it does', () => {
  expect(seen('>change nothing')).toEqual([['commands', ['c.plan']]])
})

it('shows what was chosen last on top, once, while nothing is typed', () => {
  const groups = seen('', ['s.1', 'a.panel', 'gone'])
  expect(groups[0]).toEqual(['recent', ['s.1', 'a.panel']])
  expect(groups.slice(1).flat(2)).not.toContain('s.1')
})
