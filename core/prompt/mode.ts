import type { Mode } from '../contract/common.ts'
import { fill, promptTexts, type PromptTexts } from './texts.ts'

/** The line that names a permission mode, in the environment and between steps. */
export function modeLine(mode: Mode, { sections }: PromptTexts): string {
  return fill(sections.mode, { mode, meaning: sections[`mode_${mode}`] })
}

/** The mode's line when the model last heard of another one. */
export function modeNews(mode: Mode, told: readonly string[], texts: PromptTexts): string[] {
  const last = toldMode(told)
  if (last === mode) return []
  const line = modeLine(mode, texts)
  return [last === 'plan' ? `${texts.sections.mode_over} ${line}` : line]
}

/** In whichever language it was said. */
function toldMode(told: readonly string[]): string | undefined {
  const languages = [promptTexts('en'), promptTexts('zh-CN')]
  const starts = languages.flatMap(({ sections: { mode, mode_over } }) => {
    const label = mode.slice(0, mode.indexOf('{mode}'))
    return [label, `${mode_over} ${label}`]
  })
  return told
    .flatMap((text) => text.split('\n'))
    .flatMap((line) => starts.filter((start) => line.startsWith(start)).map((start) => /^\w+/.exec(line.slice(start.length))?.[0]))
    .findLast((mode) => mode !== undefined)
}
