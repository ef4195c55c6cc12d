import { createI18n } from 'vue-i18n'
import type { Language } from '../../core/contract/error-texts.ts'
import { messages } from './messages/index.ts'

/** Words are compiled to an AST at run time, never to a function: the page's CSP has no `unsafe-eval`. */
export function createAppI18n(language: Language) {
  return createI18n({ legacy: false, locale: language, fallbackLocale: 'en', messages, missingWarn: false, fallbackWarn: false })
}

export type AppI18n = ReturnType<typeof createAppI18n>

/** Switches every text of the page at once, and tells the browser which fonts and hyphenation to use. */
export function setLanguage(i18n: AppI18n, language: Language): void {
  i18n.global.locale.value = language
  document.documentElement.lang = language
}

/** The first language of the system that MewCode speaks. */
export function systemLanguage(languages: readonly string[] = navigator.languages): Language {
  for (const tag of languages) {
    if (tag.toLowerCase().startsWith('zh')) return 'zh-CN'
    if (tag.toLowerCase().startsWith('en')) return 'en'
  }
  return 'en'
}
