export { default as ShellsPanel } from './ShellsPanel.vue'
