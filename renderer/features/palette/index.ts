export { default as CommandPalette } from './CommandPalette.vue'
