import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './app/App.vue'
import { applyTheme, rememberedTheme } from './app/theme.ts'
import { createAppI18n, setLanguage, systemLanguage } from './i18n/index.ts'
import { connectionKey, openConnection } from './rpc/index.ts'
import './styles/index.css'

/** The page's composition root: transport → client → app. */
applyTheme(rememberedTheme())
const language = systemLanguage()
const i18n = createAppI18n(language)
setLanguage(i18n, language)

createApp(App).provide(connectionKey, openConnection()).use(createPinia()).use(i18n).mount('#app')
