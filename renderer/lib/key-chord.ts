import { isImeKey } from './ime.ts'

/** What a key event says, as far as it counts here. */
export interface ChordPress {
  readonly code: string
  readonly key: string
  readonly keyCode: number
  readonly isComposing: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  getModifierState(name: string): boolean
}

const SYMBOLS: Readonly<Record<string, string>> = {
  Comma: ',',
  Period: '.',
  Slash: '/',
  Backslash: '\\',
  Semicolon: ';',
  Quote: '’',
  BracketLeft: '[',
  BracketRight: ']',
  Minus: '-',
  Equal: '=',
  Backquote: '`',
  Enter: '↵',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}
const MODIFIER = /^(Control|Shift|Alt|Meta|OS)(Left|Right)?$|^(CapsLock|NumLock|Fn)$/

/**
 * The keys held, as `Mod+Shift+KeyF`: by place (`code`), so that it is the same under Chinese input methods; `Mod` is ⌘ on a Mac and
 * Ctrl elsewhere. Undefined: a modifier alone, a key of an input method, AltGr, which types a character, or the system's own key.
 */
export function chordOf(event: ChordPress, isMac: boolean): string | undefined {
  if (isImeKey(event) || event.code === '' || MODIFIER.test(event.code) || event.getModifierState('AltGraph')) return undefined
  if (event.metaKey && !isMac) return undefined
  const held = [
    (isMac ? event.metaKey : event.ctrlKey) && 'Mod',
    isMac && event.ctrlKey && 'Ctrl',
    event.altKey && 'Alt',
    event.shiftKey && 'Shift',
    event.code === 'NumpadEnter' ? 'Enter' : event.code,
  ]
  return held.filter((part) => part !== false).join('+')
}

/** May stand for an action anywhere: not what types a character, edits a text, moves the focus or presses a button. */
export function isFreeChord(chord: string): boolean {
  if (/^Mod\+(Shift\+)?Key[ACVXYZ]$/.test(chord)) return false
  return /^((Mod|Ctrl|Alt)\+)+(Shift\+)?\w+$|^(Shift\+)?F\d{1,2}$/.test(chord)
}

const MAC_NAMES = { Ctrl: '⌃', Alt: '⌥', Shift: '⇧', Mod: '⌘' }
const NAMES = { Mod: 'Ctrl', Ctrl: 'Ctrl', Alt: 'Alt', Shift: 'Shift' }

/** `⇧⌘F` or `Ctrl Shift F`, as it is printed on keys; one pressed twice stands twice. */
export function keysLabel(keys: string, isMac: boolean): string {
  return keys
    .split(' ')
    .map((chord) => chordLabel(chord, isMac))
    .join(' ')
}

function chordLabel(chord: string, isMac: boolean): string {
  const held = chord.split('+')
  const code = held.pop() ?? ''
  const modifiers = Object.entries(isMac ? MAC_NAMES : NAMES).filter(([name]) => held.includes(name))
  return [...modifiers.map(([, label]) => label), keyName(code)].join(isMac ? '' : ' ')
}

function keyName(code: string): string {
  return SYMBOLS[code] ?? code.replace(/^(Key|Digit)(?=.$)/, '')
}
