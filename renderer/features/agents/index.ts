export { default as AgentSettings } from './AgentSettings.vue'
