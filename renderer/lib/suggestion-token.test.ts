import { describe, expect, it } from 'vitest'
import { completeToken, suggestionToken } from './suggestion-token.ts'

const at = (marked: string) => suggestionToken(marked.replace('|', ''), marked.indexOf('|'))

describe('the token at the caret', () => {
  it.each([
    ['/|', 'command', '', 0],
    ['/com|', 'command', 'com', 0],
    ['/git:lo|g x', 'command', 'git:lo', 0],
    ['look at @|', 'file', '', 8],
    ['@src/a.t|s', 'file', 'src/a.t', 0],
    ['看看，@src|', 'file', 'src', 3],
    ['see @"my fi|', 'file', 'my fi', 4],
    ['two\nlines @b|', 'file', 'b', 10],
  ])('of %j is a %s named %j', (marked, kind, query, start) => {
    expect(at(marked)).toMatchObject({ kind, query, start })
  })

  it.each(['', 'plain|', 'a /com|', '/com arg|', '/usr/local|', 'me@host|', '@done |', '@"a b" |'])('of %j is none', (marked) => {
    expect(at(marked)).toBeUndefined()
  })
})

describe('a chosen name', () => {
  const complete = (marked: string, chosen: string) => {
    const token = at(marked)
    if (!token) throw new Error('no token')
    const { text, caret } = completeToken(marked.replace('|', ''), token, chosen)
    return `${text.slice(0, caret)}|${text.slice(caret)}`
  }

  it('takes the place of what was typed, and the caret stands behind a blank', () => {
    expect(complete('/com|', 'compact')).toBe('/compact |')
    expect(complete('see @sr| now', 'src/a.ts')).toBe('see @src/a.ts |now')
    expect(complete('see @sr|', 'src/a.ts')).toBe('see @src/a.ts |')
  })

  it('is quoted where it holds blanks, and a folder stays open', () => {
    expect(complete('@my|', 'my file.ts')).toBe('@"my file.ts" |')
    expect(complete('@"my fi|', 'my file.ts')).toBe('@"my file.ts" |')
    expect(complete('@sr|', 'src/')).toBe('@src/|')
  })
})
