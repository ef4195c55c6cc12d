import type { Language } from '../../core/contract/error-texts.ts'

/** What the shell itself says; everything else is said by the page. */
export const words = {
  openOutside: { en: 'Open this address outside MewCode?', 'zh-CN': '要在 MewCode 之外打开这个地址吗？' },
  open: { en: 'Open', 'zh-CN': '打开' },
  cancel: { en: 'Cancel', 'zh-CN': '取消' },
  cannotStart: { en: 'MewCode cannot start', 'zh-CN': 'MewCode 无法启动' },
} as const satisfies Record<string, Record<Language, string>>

/** The language of the settings, else the nearest of ours to the one the system names, such as `zh-Hans-CN`. */
export function languageOf(locale: string, chosen?: Language): Language {
  if (chosen !== undefined) return chosen
  return locale.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
}
