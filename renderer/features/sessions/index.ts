export { default as SessionList } from './SessionList.vue'
export { default as SessionRail } from './SessionRail.vue'
