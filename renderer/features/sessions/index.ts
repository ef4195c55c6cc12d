export { groupSessions } from './session-groups.ts'
export { default as SessionList } from './SessionList.vue'
export { default as SessionRail } from './SessionRail.vue'
export { default as SearchDialog } from './SearchDialog.vue'
