export { createAppI18n, setLanguage, systemLanguage } from './create-i18n.ts'
export { default as FailureBlock } from './FailureBlock.vue'
export { useErrorWords } from './error-words.ts'
export { useFormat } from './format.ts'
