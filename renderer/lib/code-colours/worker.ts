import { createHighlighterCore, type HighlighterCore } from '@shikijs/core'
import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript'
import { grammarOf } from './languages.ts'
import { colourTheme, kindOf } from './theme.ts'
import type { CodeToken, ColourAnswer, ColourJob } from './token.ts'

/** Reads code as pieces with a colour each, off the window's own thread. Grammars are regular expressions: no code is made of text. */
let highlighter: Promise<HighlighterCore> | undefined

async function colour(code: string, language: string): Promise<readonly (readonly CodeToken[])[] | undefined> {
  const load = grammarOf(language)
  if (!load) return undefined
  highlighter ??= createHighlighterCore({ engine: createJavaScriptRegexEngine({ forgiving: true }), themes: [colourTheme], langs: [] })
  const ready = await highlighter
  await ready.loadLanguage(load)
  const { tokens } = ready.codeToTokens(code, { lang: language, theme: colourTheme.name, tokenizeMaxLineLength: 1000 })
  return tokens.map((line) => line.map(({ content, color }) => ({ text: content, ...kindOf(color) })))
}

addEventListener('message', ({ data: { id, code, language } }: MessageEvent<ColourJob>) => {
  colour(code, language).then(
    (lines) => postMessage({ id, lines } satisfies ColourAnswer),
    // A grammar that stumbles leaves the code in one colour.
    () => postMessage({ id, lines: undefined } satisfies ColourAnswer),
  )
})
