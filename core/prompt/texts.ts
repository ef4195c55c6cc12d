import environmentEn from '../../resources/prompts/en/environment.md?raw'
import sectionsEn from '../../resources/prompts/en/sections.md?raw'
import systemEn from '../../resources/prompts/en/system.md?raw'
import environmentZh from '../../resources/prompts/zh-CN/environment.md?raw'
import sectionsZh from '../../resources/prompts/zh-CN/sections.md?raw'
import systemZh from '../../resources/prompts/zh-CN/system.md?raw'
import type { Language } from '../contract/error-texts.ts'

/** Pieces of `sections.md`, each under a heading of its own. */
const noSections = {
  instructions: '',
  untrusted: '',
  memory: '',
  untrusted_memory: '',
  more_memory: '',
  date: '',
  branch: '',
  extra_folders: '',
  changed: '',
  folder: '',
  rewritten: '',
  gone: '',
  remembered: '',
  skills: '',
  more_skills: '',
  skills_changed: '',
  skills_for_files: '',
  agents: '',
  agents_changed: '',
  agent_rules: '',
  handover_rules: '',
  mode: '',
  mode_over: '',
  mode_default: '',
  mode_acceptEdits: '',
  mode_plan: '',
  mode_bypassPermissions: '',
  mode_dontAsk: '',
}
type Section = keyof typeof noSections

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
  const sections: Record<Section, string> = { ...noSections }
  for (const part of markdown.split(/^## /m)) {
    const end = part.indexOf('\n')
    const name = part.slice(0, end).trim()
    if (isSection(name)) sections[name] = part.slice(end).trim()
  }
  return sections
}

function isSection(name: string): name is Section {
  return Object.hasOwn(noSections, name)
}
