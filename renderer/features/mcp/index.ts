export { default as McpSettings } from './McpSettings.vue'
