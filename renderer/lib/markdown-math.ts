import type { TokenizerExtensionFunction, Tokens } from 'marked'

// A formula of more than 4,000 characters stays text: every sign that may begin one costs no more than that.
const ANY_WIDE = /(?:\$\$((?:[^\n$]|\n(?!\n)){1,4000}?)\$\$|\\\[((?:[^\n]|\n(?!\n)){1,4000}?)\\\])[ \t]*(?:\n+|$)/
const WIDE = new RegExp(`^${ANY_WIDE.source}`)
/** Not prices (`$5 and $6`) and not variables (`$HOME/$USER`): the signs hug the formula and no word follows. */
const SMALL = /^(?:\$\$([^\n$]{1,4000}?)\$\$|\$(?![\s$])((?:\\.|[^\\\n$]){0,4000}?[^\s\\$])\$(?![\w$])|\\\(([^\n]{1,4000}?)\\\))/

/** Characters. */
const NEAR = 2000

const wide: TokenizerExtensionFunction = (text) => {
  const [raw, dollars, brackets] = WIDE.exec(text) ?? []
  const tex = dollars ?? brackets
  if (raw === undefined || tex === undefined) return undefined
  return { type: 'code', raw, lang: 'math', text: tex.trim() } satisfies Tokens.Code
}

const small: TokenizerExtensionFunction = (text) => {
  const [raw] = SMALL.exec(text) ?? []
  return raw === undefined ? undefined : ({ type: 'codespan', raw, text: raw } satisfies Tokens.Codespan)
}

/** Where a whole one begins: a sign alone must not cut the text into pieces that are each read to its end. */
const startOfWide = (text: string) => placeOf(text.search(ANY_WIDE))

/** Asked again behind every sign of the text, so it looks only a part of the way and then stops the text there. */
const startOfSmall = (text: string) => placeOf(text.slice(0, NEAR + 1).search(/\$|\\\(/)) ?? (text.length > NEAR ? NEAR : undefined)

function placeOf(index: number): number | undefined {
  return index < 0 ? undefined : index
}

/** Formulas become tokens the lexer has already: a code block of the language `math`, a code span whose text still has its signs. */
export const mathExtensions = {
  renderers: {},
  childTokens: {},
  block: [wide],
  startBlock: [startOfWide],
  inline: [small],
  startInline: [startOfSmall],
}

/** The formula of such a code span; undefined for every other. */
export function formulaOf({ raw, text }: { readonly raw: string; readonly text: string }): string | undefined {
  if (raw !== text) return undefined
  const [, dollars, dollar, brackets] = SMALL.exec(raw) ?? []
  return dollars ?? dollar ?? brackets
}
