export { default as ChatPane } from './ChatPane.vue'
export { default as Markdown } from './markdown/Markdown.vue'
