export { default as PermissionSettings } from './PermissionSettings.vue'
