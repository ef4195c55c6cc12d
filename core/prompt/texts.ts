import environmentEn from '../../resources/prompts/en/environment.md?raw'
import sectionsEn from '../../resources/prompts/en/sections.md?raw'
import systemEn from '../../resources/prompts/en/system.md?raw'
import environmentZh from '../../resources/prompts/zh-CN/environment.md?raw'
import sectionsZh from '../../resources/prompts/zh-CN/sections.md?raw'
import systemZh from '../../resources/prompts/zh-CN/system.md?raw'
import type { Language } from '../contract/error-texts.ts'

/** Pieces of `sections.md`, each under a heading of its own. */
export type Section =
  | 'instructions'
  | 'untrusted'
  | 'memory'
  | 'untrusted_memory'
  | 'more_memory'
  | 'date'
  | 'branch'
  | 'changed'
  | 'folder'
  | 'rewritten'
  | 'gone'
  | 'remembered'

export interface PromptTexts {
  readonly system: string
  readonly environment: string
  readonly sections: Readonly<Record<Section, string>>
}

/** The product's own words to the model. */
export function promptTexts(language: Language): PromptTexts {
  const [system, environment, sections] =
    language === 'zh-CN' ? [systemZh, environmentZh, sectionsZh] : [systemEn, environmentEn, sectionsEn]
  return { system: system.trim(), environment: environment.trim(), sections: readSections(sections) }
}

/** `{name}` takes the value of that name. */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

function readSections(markdown: string): Record<Section, string> {
  const found = new Map(
    markdown.split(/^## /m).map((part) => {
      const end = part.indexOf('\n')
      return [part.slice(0, end).trim(), part.slice(end).trim()]
    }),
  )
  const piece = (name: Section): string => found.get(name) ?? ''
  return {
    instructions: piece('instructions'),
    untrusted: piece('untrusted'),
    memory: piece('memory'),
    untrusted_memory: piece('untrusted_memory'),
    more_memory: piece('more_memory'),
    date: piece('date'),
    branch: piece('branch'),
    changed: piece('changed'),
    folder: piece('folder'),
    rewritten: piece('rewritten'),
    gone: piece('gone'),
    remembered: piece('remembered'),
  }
}
