import { useI18n } from 'vue-i18n'
import { errorText, errorTexts, type ErrorText, type Language } from '../../core/contract/error-texts.ts'

interface KnownError {
  readonly code: string
  readonly message: string
  readonly fix?: string | undefined
  readonly params?: Readonly<Record<string, string>> | undefined
}

/** What happened and what to do, in the window's language; a code newer than this page keeps the host's English words. */
export function useErrorWords(): (error: KnownError) => ErrorText {
  const { locale } = useI18n()
  return (error) => errorWords(error, locale.value === 'zh-CN' ? 'zh-CN' : 'en')
}

export function errorWords(error: KnownError, language: Language): ErrorText {
  if (Object.hasOwn(errorTexts, error.code)) return errorText(error.code, error.params ?? {}, language)
  return { what: error.message, fix: error.fix ?? '' }
}
