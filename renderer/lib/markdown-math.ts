import type { TokenizerExtensionFunction, Tokens } from 'marked'

/** A formula longer than this stays text. */
const LONGEST = 4000
const WIDE = /^(?:\$\$((?:[^\n$]|\n(?!\n))+?)\$\$|\\\[((?:[^\n]|\n(?!\n))+?)\\\])[ \t]*(?:\n+|$)/
/** Not prices (`$5 and $6`) and not variables (`$HOME/$USER`): the signs hug the formula and no word follows. */
const SMALL = /^(?:\$\$([^\n$]+?)\$\$|\$(?![\s$])((?:\\.|[^\\\n$])*?[^\s\\$])\$(?![\w$])|\\\(([^\n]+?)\\\))/

const wide: TokenizerExtensionFunction = (text) => {
  const [raw, dollars, brackets] = WIDE.exec(text) ?? []
  const tex = dollars ?? brackets
  if (raw === undefined || tex === undefined || raw.length > LONGEST) return undefined
  return { type: 'code', raw, lang: 'math', text: tex.trim() } satisfies Tokens.Code
}

const small: TokenizerExtensionFunction = (text) => {
  const [raw] = SMALL.exec(text) ?? []
  return raw === undefined || raw.length > LONGEST ? undefined : ({ type: 'codespan', raw, text: raw } satisfies Tokens.Codespan)
}

const start = (pattern: RegExp) => (text: string) => {
  const at = text.search(pattern)
  return at < 0 ? undefined : at
}

/** Formulas become tokens the lexer has already: a code block of the language `math`, a code span whose text still has its signs. */
export const mathExtensions = {
  renderers: {},
  childTokens: {},
  block: [wide],
  startBlock: [start(/\$\$|\\\[/)],
  inline: [small],
  startInline: [start(/\$|\\\(/)],
}

/** The formula of such a code span; undefined for every other. */
export function formulaOf({ raw, text }: { readonly raw: string; readonly text: string }): string | undefined {
  if (raw !== text) return undefined
  const [, dollars, dollar, brackets] = SMALL.exec(raw) ?? []
  return dollars ?? dollar ?? brackets
}
