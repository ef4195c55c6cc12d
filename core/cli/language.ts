import type { Language } from '../contract/error-texts.ts'

/** A sentence in both languages. */
export type Words = Readonly<Record<Language, string>>

/** `MEWCODE_LANG`; the command line speaks English unless it says otherwise. */
export function languageOf(env: Readonly<Record<string, string | undefined>>): Language {
  return /^zh\b|^zh_/i.test(env['MEWCODE_LANG'] ?? '') ? 'zh-CN' : 'en'
}
