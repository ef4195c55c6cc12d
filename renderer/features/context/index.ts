export { default as ContextPanel } from './ContextPanel.vue'
