import { expect, it } from 'vitest'
import { chordOf, isFreeChord, keysLabel, type ChordPress } from './key-chord.ts'

const press = (code: string, more: Partial<ChordPress> = {}): ChordPress => ({
  code,
  key: 'x',
  keyCode: 88,
  isComposing: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  getModifierState: () => false,
  ...more,
})

it.each([
  ['Ctrl is the command key elsewhere', press('KeyK', { ctrlKey: true }), false, 'Mod+KeyK'],
  ['⌘ is it on a Mac', press('KeyK', { metaKey: true }), true, 'Mod+KeyK'],
  ['Ctrl on a Mac is another key', press('KeyK', { ctrlKey: true }), true, 'Ctrl+KeyK'],
  ['held keys stand in one order', press('F6', { shiftKey: true, altKey: true, ctrlKey: true }), false, 'Mod+Alt+Shift+F6'],
  ['what the key types does not matter', press('KeyB', { ctrlKey: true, key: 'и' }), false, 'Mod+KeyB'],
  ['both Enter keys are one', press('NumpadEnter', { ctrlKey: true }), false, 'Mod+Enter'],
  ['a modifier alone is nothing yet', press('ControlLeft', { ctrlKey: true }), false, undefined],
  ['a word being composed', press('KeyK', { ctrlKey: true, isComposing: true }), false, undefined],
  ['key code 229, of an input method', press('KeyK', { ctrlKey: true, keyCode: 229 }), false, undefined],
  ['a key the input method took', press('KeyK', { ctrlKey: true, key: 'Process' }), false, undefined],
  [
    'AltGr types a character',
    press('KeyQ', { ctrlKey: true, altKey: true, getModifierState: (name) => name === 'AltGraph' }),
    false,
    undefined,
  ],
  ['the Windows key belongs to the system', press('KeyE', { metaKey: true }), false, undefined],
])('%s', (_title, event, isMac, expected) => {
  expect(chordOf(event, isMac)).toBe(expected)
})

it('leaves typing, editing and moving the focus alone', () => {
  const free = ['Mod+KeyK', 'Alt+KeyP', 'Mod+Shift+Comma', 'F2', 'Shift+F10', 'Ctrl+KeyA']
  const taken = ['KeyA', 'Shift+KeyA', 'Tab', 'Shift+Tab', 'Enter', 'Escape', 'Space', 'Mod+KeyC', 'Mod+KeyV', 'Mod+Shift+KeyZ', '', 'Mod+']
  expect({ free: free.filter((chord) => !isFreeChord(chord)), taken: taken.filter(isFreeChord) }).toEqual({ free: [], taken: [] })
})

it('names keys as they are printed', () => {
  expect(
    ['Mod+Shift+KeyF', 'Mod+Comma', 'Shift+F6', 'Escape Escape', 'Mod+Enter', 'Mod+Digit1'].map((keys) => keysLabel(keys, false)),
  ).toEqual(['Ctrl Shift F', 'Ctrl ,', 'Shift F6', 'Esc Esc', 'Ctrl ↵', 'Ctrl 1'])
  expect(['Mod+Shift+KeyF', 'Mod+Comma', 'Ctrl+Alt+ArrowUp'].map((keys) => keysLabel(keys, true))).toEqual(['⇧⌘F', '⌘,', '⌃⌥↑'])
})
