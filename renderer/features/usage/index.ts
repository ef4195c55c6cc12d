export { default as UsageSettings } from './UsageSettings.vue'
