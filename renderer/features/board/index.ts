export { default as BoardScreen } from './BoardScreen.vue'
export { default as TasksPanel } from './TasksPanel.vue'
