/** What a person is in the middle of naming: a command at the message's beginning, an argument behind it, or a file anywhere. */
export interface SuggestionToken {
  readonly kind: 'command' | 'file' | 'argument'
  readonly query: string
  /** Where it begins, sign included, and where the caret stands, in UTF-16 units. */
  readonly start: number
  readonly end: number
}

/** The token the caret stands at the end of; undefined when there is none. */
export function suggestionToken(text: string, caret: number): SuggestionToken | undefined {
  const before = text.slice(0, caret)
  const command = /^\/([\w:.-]*)$/.exec(before)
  if (command) return { kind: 'command', query: command[1] ?? '', start: 0, end: caret }
  // A quoted path may hold blanks. An address such as a@b names no file.
  const file = /(?:^|[\s(（“"'，。、：；])@(?:"([^"\n]*)|([^\s"@]*))$/.exec(before)
  if (!file) return undefined
  const query = file[1] ?? file[2] ?? ''
  return { kind: 'file', query, start: before.lastIndexOf('@', caret - query.length - (file[1] === undefined ? 1 : 2)), end: caret }
}

/** The text with the token replaced, and where the caret goes. Files are quoted where they hold blanks; folders stay open for more. */
export function completeToken(text: string, token: SuggestionToken, chosen: string): { text: string; caret: number } {
  const isOpen = token.kind === 'file' && chosen.endsWith('/')
  if (token.kind === 'argument') return completeArgument(text, token, chosen)
  const name = token.kind === 'command' ? `/${chosen}` : /\s/.test(chosen) ? `@"${chosen}${isOpen ? '' : '"'}` : `@${chosen}`
  const after = text.slice(token.end)
  const gap = isOpen || /^\s/.test(after) ? '' : ' '
  const head = `${text.slice(0, token.start)}${name}${gap}`
  return { text: head + after, caret: head.length + (gap === '' && !isOpen ? 1 : 0) }
}

function completeArgument(text: string, token: SuggestionToken, chosen: string): { text: string; caret: number } {
  const head = `${text.slice(0, token.start)}${/\s/.test(chosen) ? `"${chosen}"` : chosen} `
  return { text: head + text.slice(token.end), caret: head.length }
}
