import { expect, it } from 'vitest'
import { bindingsOf, isKeptByBrowser, rivalOf, shortcutIds, withKeys } from './shortcuts.ts'

it('no two actions that listen at once begin with the same keys', () => {
  const bindings = bindingsOf({})
  expect(shortcutIds.filter((id) => rivalOf(id, bindings) !== undefined)).toEqual([])
})

it('takes the person’s own keys, and none for an empty text', () => {
  const bindings = bindingsOf({ sidebar: 'Mod+Alt+KeyB', panel: '' })
  expect([bindings.get('sidebar'), bindings.get('panel'), bindings.get('palette')]).toEqual(['Mod+Alt+KeyB', '', 'Mod+KeyK'])
})

it('takes nothing that would take a letter, a paste or the focus away, and nothing of an action it does not know', () => {
  const bindings = bindingsOf({ sidebar: 'KeyB', panel: 'Mod+KeyV', new: 'Tab', fly: 'Mod+KeyU' })
  expect([...bindings.entries()]).toEqual([...bindingsOf({}).entries()])
})

it('finds the action that listens to the same keys, on the same screen only', () => {
  const bindings = bindingsOf({ sidebar: 'Mod+KeyJ', board: 'Mod+KeyO', steer: 'Mod+KeyK' })
  expect(rivalOf('sidebar', bindings)).toBe('panel')
  expect(rivalOf('panel', bindings)).toBe('sidebar')
  // Home's key is free in a project; the palette's is not.
  expect(rivalOf('board', bindings)).toBeUndefined()
  expect(rivalOf('steer', bindings)).toBe('palette')
  expect(rivalOf('openFolder', bindingsOf({ openFolder: 'Mod+KeyK' }))).toBe('palette')
})

it('keeps only what is not usual', () => {
  const own = withKeys({}, 'sidebar', 'F2')
  expect(own).toEqual({ sidebar: 'F2' })
  expect(withKeys(own, 'panel', '')).toEqual({ sidebar: 'F2', panel: '' })
  expect(withKeys(own, 'sidebar', 'Mod+KeyB')).toEqual({})
  expect(withKeys(own, 'sidebar', undefined)).toEqual({})
})

it('knows which keys a browser keeps', () => {
  expect(['Mod+KeyN', 'Mod+Digit3', 'Mod+KeyK', 'Mod+Shift+KeyN'].map(isKeptByBrowser)).toEqual([true, true, false, false])
})
