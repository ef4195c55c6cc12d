export { default as ChatPane } from './ChatPane.vue'
