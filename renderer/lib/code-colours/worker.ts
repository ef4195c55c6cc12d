import { createHighlighterCore, type HighlighterCore } from '@shikijs/core'
import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript'
import { grammarOf } from './languages.ts'
import { colourTheme, kindOf } from './theme.ts'
import type { CodeToken, ColourAnswer, ColourJob } from './token.ts'

/** Reads code as pieces with a colour each, off the window's own thread. Grammars are regular expressions: no code is made of text. */
let highlighter: Promise<HighlighterCore> | undefined

async function colour({ id, code, language }: ColourJob): Promise<readonly (readonly CodeToken[])[] | undefined> {
  const load = grammarOf(language)
  if (!load) return undefined
  highlighter ??= createHighlighterCore({ engine: createJavaScriptRegexEngine({ forgiving: true }), themes: [colourTheme], langs: [] })
  const ready = await highlighter
  await ready.loadLanguage(load)
  postMessage({ id, hasBegun: true } satisfies ColourAnswer)
  // No limit of time a line: on a busy machine it would give the rest of a line the colour of where it stopped. The page gives up a worker that is stuck.
  const limits = { tokenizeMaxLineLength: 1000, tokenizeTimeLimit: 0 }
  const { tokens } = ready.codeToTokens(code, { lang: language, theme: colourTheme.name, ...limits })
  return tokens.map((line) => line.map(({ content, color }) => ({ text: content, ...kindOf(color) })))
}

addEventListener('message', ({ data }: MessageEvent<ColourJob>) => {
  const { id } = data
  colour(data).then(
    (lines) => postMessage({ id, lines } satisfies ColourAnswer),
    // A grammar that stumbles leaves the code in one colour.
    () => postMessage({ id, lines: undefined } satisfies ColourAnswer),
  )
})
