export { default as HookSettings } from './HookSettings.vue'
