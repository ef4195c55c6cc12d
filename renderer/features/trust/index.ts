export { default as TrustBar } from './TrustBar.vue'
export { default as TrustDialog } from './TrustDialog.vue'
