export { default as ChangesPanel } from './ChangesPanel.vue'
export { default as TodoLine } from './TodoLine.vue'
export { default as TodoList } from './TodoList.vue'
