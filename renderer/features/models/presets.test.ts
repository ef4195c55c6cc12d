import { expect, it } from 'vitest'
import { endpointFaults } from '../../lib/endpoint.ts'
import { findPreset, presets } from './presets.ts'

it('every preset fills the form so that only a key, or a local model, is left to be typed', () => {
  for (const { id, baseUrl, model, local } of presets) {
    const faults = endpointFaults(
      { baseUrl, model: local ? 'any' : model, name: id, key: '' },
      { taken: [], vendorDefaults: baseUrl === '' },
    )
    expect([id, faults]).toEqual([id, {}])
  }
  expect(new Set(presets.map(({ id }) => id)).size).toBe(presets.length)
})

it('a key never goes to a vendor without encryption', () => {
  expect(presets.filter(({ baseUrl, local }) => !local && baseUrl !== '' && !baseUrl.startsWith('https://'))).toEqual([])
  expect(presets.filter(({ baseUrl, local }) => local && !baseUrl.startsWith('http://127.0.0.1:'))).toEqual([])
})

it('an unknown id is no preset', () => {
  expect(findPreset('custom')).toBeUndefined()
})
