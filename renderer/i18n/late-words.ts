import { useI18n } from 'vue-i18n'
import { lateMessages } from './messages/late.ts'

/** Adds the words that the first script leaves out; for the root of whatever is loaded later. Adding them twice changes nothing. */
export function useLateWords(): void {
  const { getLocaleMessage, mergeLocaleMessage } = useI18n({ useScope: 'global' })
  if ('home' in getLocaleMessage('en')) return
  mergeLocaleMessage('en', lateMessages.en)
  mergeLocaleMessage('zh-CN', lateMessages['zh-CN'])
}
