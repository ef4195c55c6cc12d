import { useI18n } from 'vue-i18n'
import type { AppI18n } from './create-i18n.ts'
import { lateMessages } from './messages/late.ts'

/** Adds the words that the first script leaves out; for the root of whatever is loaded later. */
export function useLateWords(): void {
  addLateWords(useI18n({ useScope: 'global' }))
}

/** Adding them twice changes nothing. */
export function addLateWords({
  getLocaleMessage,
  mergeLocaleMessage,
}: Pick<AppI18n['global'], 'getLocaleMessage' | 'mergeLocaleMessage'>): void {
  if ('home' in getLocaleMessage('en')) return
  mergeLocaleMessage('en', lateMessages.en)
  mergeLocaleMessage('zh-CN', lateMessages['zh-CN'])
}
