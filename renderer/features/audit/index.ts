export { default as AuditSettings } from './AuditSettings.vue'
