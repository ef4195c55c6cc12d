export { default as Composer } from './Composer.vue'
export { default as DropOverlay } from './DropOverlay.vue'
