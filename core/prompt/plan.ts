import en from '../../resources/prompts/en/plan.md?raw'
import enShort from '../../resources/prompts/en/plan-short.md?raw'
import zh from '../../resources/prompts/zh-CN/plan.md?raw'
import zhShort from '../../resources/prompts/zh-CN/plan-short.md?raw'
import type { Language } from '../contract/error-texts.ts'

const texts = { en: { full: en, short: enShort }, 'zh-CN': { full: zh, short: zhShort } } as const

const EVERY = 4

/** What plan mode asks for, before its step number `step` (1…): in full on 1, 5, 9 …, else in a line. */
export function planReminder(step: number, language: Language): string {
  const { full, short } = texts[language]
  return ((step - 1) % EVERY === 0 ? full : short).trim()
}
