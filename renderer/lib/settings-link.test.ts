import { expect, it } from 'vitest'
import { readSettingsLink, settingsLink } from './settings-link.ts'

it.each([{}, { section: 'mcp' as const }, { section: 'mcp' as const, item: 'a/b c%?#文件' }])(
  '%j comes back from its own address',
  (place) => {
    expect(readSettingsLink(settingsLink(place))).toEqual(place)
  },
)

it.each([
  ['', undefined],
  ['#token=x', undefined],
  ['#/settings/nowhere/x', {}],
  ['#/settings/', {}],
  ['#/settings/mcp/100%', { section: 'mcp' }],
  ['#/settings/mcp/%ff', { section: 'mcp' }],
])('the address %s leads to %j', (hash, place) => {
  expect(readSettingsLink(hash)).toEqual(place)
})
