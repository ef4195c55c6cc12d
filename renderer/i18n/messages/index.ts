import { app } from './app.ts'
import { folders } from './folders.ts'
import { home } from './home.ts'
import { models } from './models.ts'
import { settings } from './settings.ts'

function inLanguage<L extends 'en' | 'zh-CN'>(language: L) {
  return { app: app[language], folders: folders[language], home: home[language], models: models[language], settings: settings[language] }
}

/** Every word of the window. A feature adds its file here under its own name: `t('home.title')`. */
export const messages = { en: inLanguage('en'), 'zh-CN': inLanguage('zh-CN') }
