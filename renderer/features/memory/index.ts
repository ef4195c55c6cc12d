export { default as MemorySettings } from './MemorySettings.vue'
