import { app } from './app.ts'

function inLanguage<L extends 'en' | 'zh-CN'>(language: L) {
  return { app: app[language] }
}

/** Every word of the window. A feature adds its file here under its own name: `t('home.title')`. */
export const messages = { en: inLanguage('en'), 'zh-CN': inLanguage('zh-CN') }
